package io.hookline.docs;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.hookline.docs.DevSession.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands in the READMEs of the examples work, in their order, while one {@code hookline dev} runs all examples. */
class ExampleReadmesIT {

    /** Their commands select by names or labels that objects of other examples have, too, or start watchers themselves. */
    private static final Set<String> ALONE =
            Set.of("catset", "leader-election", "mini-control-plane", "sample-controller");

    @TempDir
    private static Path folder;

    private static DevSession all;

    @BeforeAll
    static void start() throws Exception {
        assumeThat(DevSession.areThere("kubectl", "curl", "jq")).isTrue();
        all = new DevSession(folder, "--all");
    }

    @AfterAll
    static void stop() {
        if (all != null) {
            all.close();
        }
    }

    private static List<String> examples() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("examples"))) {
            return folders.filter(folder -> Files.exists(folder.resolve("README.md")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theCommandsOfAnExamplesReadmeWork(String example, @TempDir Path own) throws Exception {
        Path readme = Path.of("examples", example, "README.md");
        if (!ALONE.contains(example)) {
            run(readme, all);
            return;
        }
        String[] arguments = Files.readString(readme).contains("\"dev " + example + " --no-watcher\"")
                ? new String[] {example, "--no-watcher"}
                : new String[] {example};
        try (DevSession dev = new DevSession(own, arguments)) {
            run(readme, dev);
        }
    }

    private static void run(Path readme, DevSession dev) throws IOException {
        for (Block block : Block.of(readme)) {
            if (block.isCommands() && !block.text().startsWith("mvn ")) {
                dev.run(block.text());
            }
        }
    }
}
