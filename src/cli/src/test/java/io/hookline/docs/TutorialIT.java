package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.distribution.DevProcess;
import io.hookline.distribution.Distribution;
import io.hookline.docs.DeployGuide.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial from an empty folder to the running FooBar: its files are written and its commands run, in their order. */
@Tag("real")
class TutorialIT {

    private static final Path PAGE = Path.of("src/docs/tutorial.md");

    @TempDir
    private Path home;

    private record Result(int exit, String printed) {}

    @Test
    void everyFileAndCommandLeadsToTheRunningFooBar() throws Exception {
        assumeTrue(Files.isExecutable(Distribution.PROGRAMS.resolve("hookline")));
        List<Part> parts = DeployGuide.parts(PAGE);
        Path folder = Files.createDirectory(home.resolve("foobar"));
        try (DevProcess dev = new DevProcess(folder)) {
            for (int i = 0; i < parts.size(); i++) {
                switch (parts.get(i)) {
                    case Part.Written(String name, String text) -> dev.write(name, text);
                    case Part.Commands(List<String> lines) -> {
                        String shown = parts.get(i + 1) instanceof Part.Output(String text) ? text.strip() : "";
                        run(dev, folder, lines, shown);
                    }
                    case Part.Section _, Part.Output _ -> {}
                }
            }
            assertThat(dev.printed()).contains("created Job default/sample-run").doesNotContain(" ERROR ");
        }
    }

    /** Runs commands, the last of which prints what the page shows after them. */
    private static void run(DevProcess dev, Path folder, List<String> lines, String shown) throws Exception {
        for (String line : lines) {
            if (line.equals("hookline dev")) {
                dev.start();
                dev.awaitFile(".hookline/kubeconfig");
            } else if (!line.matches("(mkdir|cd|export) .*")) { // this test has the folder and the variable
                // A person types slower than a controller acts; this test tries again instead.
                boolean last = line.equals(lines.getLast());
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(200))
                        .untilAsserted(() -> assertShown(sh(folder, line), line, last ? shown : ""));
            }
        }
    }

    private static void assertShown(Result result, String line, String shown) {
        boolean refused = shown.startsWith("The FooBar ");
        assertThat(result.exit()).as("%s printed %s", line, result.printed()).isEqualTo(refused ? 1 : 0);
        if (!shown.isEmpty()) {
            assertThat(result.printed().strip()).isEqualTo(shown);
        }
    }

    private static Result sh(Path folder, String line) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", line)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        shell.environment().put("KUBECONFIG", ".hookline/kubeconfig");
        shell.environment().merge("PATH", Distribution.PROGRAMS.toString(), (path, ours) -> ours + ":" + path);
        Process process = shell.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), printed);
    }
}
