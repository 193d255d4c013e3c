package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.hookline.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands in the documents work, in their order, while {@code dev} runs. */
@Execution(ExecutionMode.CONCURRENT)
class DocsIT {

    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
    private static final String HOOKLINE = Path.of(
                    System.getProperty("hookline.distribution", "target/hookline"), "bin", "hookline")
            .toString();

    private final int port = FreePort.find();

    @TempDir
    private Path folder;

    /** Replaces ports and files of the documents by those of this test, since other processes may use the former now. */
    private String ours(String line) {
        return line.replace("127.0.0.1:8080", "127.0.0.1:" + port)
                .replace("target/hookline.kubeconfig", kubeconfig())
                .replace("target/hookline/bin/hookline", HOOKLINE)
                .replaceAll("target/(?=\\w+\\.(log|pid))", folder + "/");
    }

    private String kubeconfig() {
        return folder.resolve("kubeconfig").toString();
    }

    private record Block(String language, String text) {}

    private static List<Block> blocks(Path document) throws IOException {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(Files.readString(document));
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2)));
        }
        return blocks;
    }

    @Test
    void theReadmesCommandsWorkAndAnswerAsShown() throws Exception {
        assumeThat(sh("command -v kubectl && command -v curl").exit()).isZero();
        List<Block> blocks = blocks(Path.of("README.md"));
        try (Dev _ = new Dev("hello", "developer", "mini-job", "thermostat")) {
            for (int i = 0; i < blocks.size(); i++) {
                if (!blocks.get(i).language().equals("sh")
                        || blocks.get(i).text().startsWith("mvn ")
                        || isOwnProject(blocks.get(i))) {
                    continue; // Maven's two commands are the build itself; own projects are in another folder
                }
                String printed = run(blocks.get(i).text());
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
        assumeThat(sh("command -v kubectl").exit()).isZero();
        Block block = blocks(Path.of("README.md")).stream()
                .filter(DocsIT::isOwnProject)
                .findFirst()
                .orElseThrow();
        Path bin = Path.of(HOOKLINE).toAbsolutePath().getParent();

        Result result = sh("set -e; PATH=" + bin + ":$PATH; cd " + folder + "\n" + block.text());

        assertThat(result.exit()).as(result.printed()).isZero();
        assertThat(result.printed()).contains("3 passed, 0 failed", "kind: CompositeController");
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
    void theCommandsOfAnExamplesReadmeWork(String example) throws Exception {
        assumeThat(sh("command -v kubectl").exit()).isZero();
        Path readme = Path.of("examples", example, "README.md");
        boolean ownWatchers = Files.readString(readme).contains("\"dev " + example + " --no-watcher\"");
        try (Dev _ = ownWatchers ? new Dev(example, "--no-watcher") : new Dev(example)) {
            for (Block block : blocks(readme)) {
                if (block.language().equals("sh") && !block.text().startsWith("mvn ")) {
                    run(block.text());
                }
            }
        }
    }

    @Test
    void theCommandsOfTheLadderWorkAndPrintWhatIsShown() throws Exception {
        assumeThat(sh("command -v kubectl && command -v jq").exit()).isZero();
        List<Block> blocks = blocks(Path.of("src/docs/ladder.md"));
        try (Dev _ = new Dev("-v", "pod-report", "example-resource")) {
            for (int i = 0; i < blocks.size(); i++) {
                if (blocks.get(i).language().equals("sh")) {
                    String printed = run(blocks.get(i).text());
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
        assumeThat(sh("command -v kubectl").exit()).isZero();
        try (Dev _ = new Dev("hello")) {
            for (Block block : blocks(Path.of("src/docs/conditions.md"))) {
                run(block.text());
            }
        }
    }

    @Test
    void theCommandsForOtherClientsReadTheSameObject() throws Exception {
        assumeThat(sh("command -v kubectl && command -v curl").exit()).isZero();
        List<String> printed = new ArrayList<>();
        try (Dev _ = new Dev("hello")) {
            for (Block block : blocks(Path.of("src/docs/dev.md"))) {
                if (block.text().contains("configmaps/world")) {
                    printed.add(run(block.text()));
                }
            }
        }
        assertThat(printed).hasSize(2).allMatch(text -> text.contains("\"text\":\"Hello, World\""));
    }

    private String run(String block) throws Exception {
        StringBuilder printed = new StringBuilder();
        for (String line : block.lines().toList()) {
            // A person types slower than a controller acts; this test tries again instead. A command may wait for a
            // minute.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .pollInterval(Duration.ofMillis(200))
                    .untilAsserted(() -> {
                        boolean watches = line.matches(".*(--watch|pods watch .*|pods-watch.sh)"); // until Ctrl-C
                        boolean refused = line.contains("nowhere"); // a command that the document shows as an error
                        Result result = sh(watches ? "timeout 3 env " + ours(line) : ours(line));
                        assertThat(result.exit())
                                .as("%s printed %s", line, result.printed())
                                .isEqualTo(watches ? 124 : refused ? 1 : 0);
                        printed.setLength(0);
                        printed.append(result.printed());
                    });
        }
        return printed.toString();
    }

    @Test
    void theHookInTheReadmeIsTheHookThatRuns() throws Exception {
        String hook = Files.readString(Path.of("hooks/hello/HelloHook.java"));

        assertThat(blocks(Path.of("README.md")))
                .filteredOn(block -> block.language().equals("java"))
                .isNotEmpty()
                .allSatisfy(block -> assertThat(hook).contains(block.text()));
    }

    @Test
    void everyLinkPointsToSomethingThatIsThere() throws Exception {
        Pattern link = Pattern.compile("]\\(([^)#:]+)\\)");
        try (Stream<Path> files = Stream.concat(Stream.of(Path.of("README.md")), Files.walk(Path.of("src/docs")))) {
            for (Path document : files.filter(f -> f.toString().endsWith(".md")).toList()) {
                Matcher matcher = link.matcher(Files.readString(document));
                while (matcher.find()) {
                    assertThat(document.resolveSibling(matcher.group(1)))
                            .as("%s", document)
                            .exists();
                }
            }
        }
    }

    private record Result(int exit, String printed) {}

    private static Result sh(String line) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), printed);
    }

    /** A running {@code hookline dev}. */
    private final class Dev implements AutoCloseable {
        private final Process process;

        Dev(String... examples) throws IOException {
            List<String> command = new ArrayList<>(List.of(HOOKLINE, "dev"));
            command.addAll(List.of("--hook-port", Integer.toString(port), "--kubeconfig-out", kubeconfig()));
            command.addAll(List.of(examples));
            Path out = folder.resolve("dev.log");
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            try {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(120))
                        .untilAsserted(() -> assertThat(Files.readString(out)).containsPattern(" ready +every sample"));
            } catch (ConditionTimeoutException e) {
                close(); // the caller never gets this object
                throw e;
            }
        }

        /** Ends it, and what the commands have started in the background: files have their process ids. */
        @Override
        public void close() {
            process.destroyForcibly();
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".pid")).toList()) {
                    ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
                            .ifPresent(ProcessHandle::destroyForcibly);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
