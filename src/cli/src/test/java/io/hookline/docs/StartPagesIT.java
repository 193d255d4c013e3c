package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.distribution.DevProcess;
import io.hookline.distribution.Distribution;
import io.hookline.distribution.MavenProject;
import io.hookline.docs.DeployGuide.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first pages for users of each language: each leads from an empty folder to a running controller, without a second page. */
@Tag("real")
@Execution(ExecutionMode.CONCURRENT)
class StartPagesIT {

    private static final Map<String, String> TOOL = Map.of(
            "bash", "jq --version",
            "python", "python3 --version",
            "javascript", "node --version",
            "go", "go version",
            "java", "mvn --version");

    /** How to get the distribution. The build has it already. */
    private static final List<String> BUILD =
            List.of("mvn -q package -DskipTests", "export PATH=$PWD/target/hookline/bin:$PATH");

    @TempDir
    private Path home;

    private record Result(int exit, String printed) {}

    @ParameterizedTest
    @ValueSource(strings = {"java", "go", "python", "javascript", "bash"})
    void onePageLeadsFromAnEmptyFolderToARunningController(String language) throws Exception {
        assumeTrue(Files.isExecutable(Distribution.PROGRAMS.resolve("hookline")));
        assumeTrue(sh(home, TOOL.get(language)).exit() == 0, TOOL.get(language));
        List<Part> parts = DeployGuide.parts(page(language));
        assertThat(parts.get(1)).as("how to get it").isEqualTo(new Part.Commands(BUILD));
        Path project = home.resolve("webapp");
        DevProcess dev = new DevProcess(project);
        try (Reader reader = new Reader(dev, project)) {
            for (int i = 2; i < parts.size(); i++) {
                switch (parts.get(i)) {
                    case Part.Written(String name, String text) -> reader.write(name, text);
                    case Part.Commands(List<String> lines) ->
                        reader.run(lines, parts.get(i + 1) instanceof Part.Output(String text) ? text.strip() : "");
                    case Part.Output(String text) -> {
                        if (!(parts.get(i - 1) instanceof Part.Commands)) {
                            reader.read(text);
                        }
                    }
                    case Part.Section _ -> {}
                }
            }
            assertThat(reader.typed).as("commands of a page of ten minutes").isBetween(10, 20);
            assertThat(dev.printed())
                    .contains("created Deployment default/sample")
                    .doesNotContain(" ERROR ");
        }
    }

    private static Path page(String language) {
        return Path.of("src/docs/start", language + ".md");
    }

    /** Does what the page describes. */
    private final class Reader implements AutoCloseable {
        private final DevProcess dev;
        private final Path project;
        private String kubeconfig = "";
        private Optional<MavenProject> maven = Optional.empty();
        private int typed;

        Reader(DevProcess dev, Path project) {
            this.dev = dev;
            this.project = project;
        }

        /** Writes a file, or replaces a line of it. */
        void write(String name, String text) throws IOException {
            Path file = project.resolve(name);
            String before = lines(text, '-');
            if (before.isEmpty()) {
                dev.write(name, text);
                return;
            }
            String now = Files.readString(file);
            assertThat(now).as(name).containsOnlyOnce(before);
            Files.writeString(file, now.replace(before, lines(text, '+')));
        }

        private static String lines(String text, char start) {
            return text.lines()
                    .filter(line -> !line.isEmpty() && line.charAt(0) == start)
                    .map(line -> line.substring(1) + "\n")
                    .collect(Collectors.joining());
        }

        /** Finds code that the page shows in the files of the project. */
        void read(String code) throws IOException {
            try (Stream<Path> files = Files.walk(project)) {
                assertThat(files.filter(Files::isRegularFile))
                        .anyMatch(file -> contentOf(file.toFile()).contains(code));
            }
        }

        /** Runs commands, the last of which prints what the page shows after them. */
        void run(List<String> lines, String shown) throws Exception {
            for (String line : lines) {
                typed++;
                if (line.equals("hookline dev")) {
                    dev.start();
                } else if (line.startsWith("export KUBECONFIG=")) {
                    kubeconfig = line.substring("export KUBECONFIG=".length());
                    dev.awaitFile(kubeconfig);
                } else if (line.equals("hookline sdk install")) {
                    check(line + " --repository " + home.resolve("sdk"), "");
                } else if (line.equals("mvn test")) {
                    mavenTest();
                } else if (!line.equals("cd webapp")) {
                    check(line, line.equals(lines.getLast()) ? shown : "");
                }
            }
        }

        /** A person types slower than a controller acts: this reads again instead. */
        private void check(String line, String shown) throws Exception {
            if (line.startsWith("kubectl ")) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(200))
                        .untilAsserted(() -> assertShown(command(line), line, shown));
            } else {
                assertShown(command(line), line, shown);
            }
        }

        private Result command(String line) throws IOException, InterruptedException {
            return sh(
                    line.startsWith("hookline init ") ? home : project,
                    "export KUBECONFIG=" + kubeconfig + "\n" + line);
        }

        /** Later commands use the libraries that Maven has resolved. */
        private void mavenTest() throws Exception {
            maven = Optional.of(MavenProject.in(project, home));
            maven.get().run("test").succeeded();
        }

        @Override
        public void close() throws IOException {
            dev.close();
            if (maven.isPresent()) {
                maven.get().close();
            }
        }
    }

    private static void assertShown(Result result, String line, String shown) {
        assertThat(result.exit()).as("%s printed %s", line, result.printed()).isZero();
        if (!shown.isEmpty()) {
            String[] parts = Pattern.compile(" *\\.\\.\\.( s)?").split(shown, -1); // a time or a number of spaces
            String pattern = Arrays.stream(parts).map(Pattern::quote).collect(Collectors.joining("[^\n]*"));
            assertThat(result.printed().strip()).matches(pattern);
        }
    }

    private static Result sh(Path folder, String line) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        shell.environment().merge("PATH", Distribution.PROGRAMS.toString(), (path, ours) -> ours + ":" + path);
        Process process = shell.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), printed);
    }
}
