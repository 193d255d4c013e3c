package io.hookline.docs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands in the READMEs of the examples work, in their order, while one {@code hookline dev} runs all examples. */
@Tag("real")
@Execution(ExecutionMode.CONCURRENT)
class ExampleReadmesIT {

    /** Their commands select by names or labels that objects of other examples have, too, or start watchers themselves. */
    static final Set<String> ALONE =
            Set.of("catset", "leader-election", "mini-control-plane", "mini-scheduler", "sample-controller");

    @TempDir
    private static Path folder;

    private static DevSession all;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(DevSession.areThere("kubectl", "curl", "jq"));
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
                    .filter(example -> !ALONE.contains(example))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theCommandsOfAnExamplesReadmeWork(String example) throws Exception {
        all.runCommandsOf(readme(example));
    }

    static Path readme(String example) {
        return Path.of("examples", example, "README.md");
    }
}
