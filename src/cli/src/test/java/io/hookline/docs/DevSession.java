package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.distribution.Distribution;
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
import org.awaitility.core.TerminalFailureException;

/** A running {@code hookline dev} of the distribution, and a terminal beside it in which the commands of a document are run. */
final class DevSession implements AutoCloseable {

    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);

    private final int port = FreePort.find();
    private final Path folder;
    private final Process process;

    /** Code in a document, such as a block of commands with the language {@code sh}. */
    record Block(String language, String text) {

        static List<Block> of(Path document) throws IOException {
            List<Block> blocks = new ArrayList<>();
            Matcher matcher = BLOCK.matcher(Files.readString(document));
            while (matcher.find()) {
                blocks.add(new Block(matcher.group(1), matcher.group(2)));
            }
            return blocks;
        }

        boolean isCommands() {
            return language.equals("sh");
        }
    }

    /** The exit code of a command and its output. */
    record Result(int exit, String printed) {}

    /**
     * Starts it and waits until it is ready.
     *
     * @param folder for its kubeconfig, its output, and what the commands write to {@code target}
     */
    DevSession(Path folder, String... arguments) throws IOException {
        this.folder = folder;
        List<String> command = new ArrayList<>(List.of(Distribution.HOOKLINE, "dev"));
        command.addAll(List.of("--hook-port", Integer.toString(port), "--kubeconfig-out", kubeconfig()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("dev.log");
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(10)) // all examples on a busy machine
                    .failFast(() -> {
                        assertThat(process.isAlive()).as(lastLines(out)).isTrue();
                        assertThat(lastLines(out)).doesNotContain("NOT READY");
                    })
                    .untilAsserted(() -> assertThat(Files.readString(out))
                            .as(lastLines(out))
                            .containsPattern(" ready +every sample"));
        } catch (ConditionTimeoutException | TerminalFailureException e) {
            close(); // the caller never gets this object
            throw e;
        }
    }

    /** The end of a text that a message of a test may cut off. */
    private static String lastLines(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
    }

    private String kubeconfig() {
        return folder.resolve("kubeconfig").toString();
    }

    /** Replaces ports and files of the documents by those of this session, since other processes may use the former now. */
    private String ours(String line) {
        return line.replace("127.0.0.1:8080", "127.0.0.1:" + port)
                .replace("target/hookline.kubeconfig", kubeconfig())
                .replace("target/hookline/bin/hookline", Distribution.HOOKLINE)
                .replaceAll("target/(?=\\w+\\.(log|pid))", folder + "/");
    }

    /** Runs the lines of a block, each until it succeeds: a person types slower than a controller acts. Returns what the last one printed. */
    String run(String block) {
        StringBuilder printed = new StringBuilder();
        for (String line : block.lines().toList()) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2)) // a command may itself wait for a minute
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

    /** Runs the commands of a document in their order, except those that start {@code hookline dev} itself. */
    void runCommandsOf(Path document) throws IOException {
        for (Block block : Block.of(document)) {
            if (block.isCommands() && !block.text().startsWith("mvn ")) {
                run(block.text());
            }
        }
    }

    /** Runs a command in a shell. */
    static Result sh(String line) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), printed);
    }

    /** Whether all these programs are installed. */
    static boolean areThere(String... programs) throws IOException, InterruptedException {
        return sh("command -v " + String.join(" && command -v ", programs)).exit() == 0;
    }

    /** Ends it, and what the commands have started in the background: files have their process ids. */
    @Override
    public void close() {
        process.destroyForcibly();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".pid")).toList()) {
                ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
                        .ifPresent(ProcessHandle::destroyForcibly);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
