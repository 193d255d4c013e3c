package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.distribution.Distribution;
import io.hookline.docs.DevSession.Block;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands in the documents work, in their order, while {@code dev} runs. */
@Tag("real")
@Execution(ExecutionMode.CONCURRENT)
class DocsIT {

    @TempDir
    private Path folder;

    @Test
    void theReadmesCommandsWorkAndAnswerAsShown() throws Exception {
        assumeTrue(DevSession.areThere("kubectl", "curl"));
        List<Block> blocks = Block.of(Path.of("README.md"));
        try (DevSession dev = new DevSession(folder, "hello", "developer", "mini-job", "thermostat")) {
            for (int i = 0; i < blocks.size(); i++) {
                if (!blocks.get(i).isCommands()
                        || blocks.get(i).text().startsWith("mvn ")
                        || isOwnProject(blocks.get(i))) {
                    continue; // Maven's two commands are the build itself; own projects are in another folder
                }
                String printed = dev.run(blocks.get(i).text());
                boolean shown =
                        i + 1 < blocks.size() && blocks.get(i + 1).language().equals("text");
                if (shown) {
                    assertThat(printed.strip())
                            .isEqualTo(blocks.get(i + 1).text().strip());
                }
            }
        }
    }

    private static boolean isOwnProject(Block block) {
        return block.text().startsWith("hookline init ");
    }

    @Test
    void theCommandsForAnOwnProjectWorkInAnyFolder() throws Exception {
        assumeTrue(DevSession.areThere("kubectl"));
        Block block = Block.of(Path.of("README.md")).stream()
                .filter(DocsIT::isOwnProject)
                .findFirst()
                .orElseThrow();

        DevSession.Result result =
                DevSession.sh("set -e; PATH=" + Distribution.PROGRAMS + ":$PATH; cd " + folder + "\n" + block.text());

        assertThat(result.exit()).as(result.printed()).isZero();
        assertThat(result.printed()).contains("3 passed, 0 failed", "kind: CompositeController");
    }

    /** Those that do not share the {@code dev} of all others. */
    static Set<String> examplesAlone() {
        return ExampleReadmesIT.ALONE;
    }

    @ParameterizedTest
    @MethodSource("examplesAlone")
    void theCommandsOfAnExampleThatRunsAloneWork(String example) throws Exception {
        assumeTrue(DevSession.areThere("kubectl", "curl", "jq"));
        Path readme = ExampleReadmesIT.readme(example);
        String[] arguments = Files.readString(readme).contains("\"dev " + example + " --no-watcher\"")
                ? new String[] {example, "--no-watcher"}
                : new String[] {example};
        try (DevSession dev = new DevSession(folder, arguments)) {
            dev.runCommandsOf(readme);
        }
    }

    @Test
    void theCommandsOfTheLadderWorkAndPrintWhatIsShown() throws Exception {
        assumeTrue(DevSession.areThere("kubectl", "jq"));
        List<Block> blocks = Block.of(Path.of("src/docs/ladder.md"));
        try (DevSession dev = new DevSession(folder, "-v", "pod-report", "example-resource")) {
            for (int i = 0; i < blocks.size(); i++) {
                if (blocks.get(i).isCommands()) {
                    String printed = dev.run(blocks.get(i).text());
                    boolean shown = i + 1 < blocks.size()
                            && blocks.get(i + 1).language().equals("text");
                    if (shown) {
                        assertThat(printed).isEqualTo(blocks.get(i + 1).text());
                    }
                }
            }
        }
    }

    @Test
    void theCommandsAboutConditionsWork() throws Exception {
        assumeTrue(DevSession.areThere("kubectl"));
        try (DevSession dev = new DevSession(folder, "hello")) {
            for (Block block : Block.of(Path.of("src/docs/conditions.md"))) {
                dev.run(block.text());
            }
        }
    }

    @Test
    void theCommandsForOtherClientsReadTheSameObject() throws Exception {
        assumeTrue(DevSession.areThere("kubectl", "curl"));
        List<String> printed = new ArrayList<>();
        try (DevSession dev = new DevSession(folder, "hello")) {
            for (Block block : Block.of(Path.of("src/docs/dev.md"))) {
                if (block.text().contains("configmaps/world")) {
                    printed.add(dev.run(block.text()));
                }
            }
        }
        assertThat(printed).hasSize(2).allMatch(text -> text.contains("\"text\":\"Hello, World\""));
    }

    @Test
    void theHookInTheReadmeIsTheHookThatRuns() throws Exception {
        String hook = Files.readString(Path.of("hooks/hello/HelloHook.java"));

        assertThat(Block.of(Path.of("README.md")))
                .filteredOn(block -> block.language().equals("java"))
                .isNotEmpty()
                .allSatisfy(block -> assertThat(hook).contains(block.text()));
    }
}
