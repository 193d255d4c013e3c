package io.hookline.story.kubectl;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.local.http.LocalApiServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the real kubectl against a server, with all its files in one folder. */
public final class Kubectl {

    /** Selects another kubectl than the one on the path, for tests of several versions. */
    private static final String COMMAND = System.getProperty("hookline.kubectl", "kubectl");

    private final Path folder;
    private final Path kubeconfig;

    /** The result of a command with its two outputs. */
    public record Outputs(int code, String out, String error) {}

    /** The result of a command; {@code text} is its standard output and error output. */
    record Outcome(int code, String text) {}

    Kubectl(Path folder, LocalApiServer server) throws IOException {
        this(folder, Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig()));
    }

    /** For any server. */
    public Kubectl(Path folder, Path kubeconfig) {
        this.folder = folder;
        this.kubeconfig = kubeconfig;
    }

    /** Skips the test if kubectl is not installed. */
    public static void require() {
        try {
            Process process = new ProcessBuilder(COMMAND, "version", "--client")
                    .redirectErrorStream(true)
                    .start();
            process.getInputStream().readAllBytes();
            assumeTrue(process.waitFor() == 0, "kubectl does not work here");
        } catch (IOException e) {
            assumeTrue(false, "there is no kubectl here: " + e.getMessage());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Writes a file for {@code -f}. */
    public Path file(String name, String content) {
        try {
            return Files.writeString(folder.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a command in the background; its output is written to a file. */
    public Process start(Path output, String... arguments) throws IOException {
        return builder(arguments).redirectOutput(output.toFile()).start();
    }

    /** Runs a command to its end; it may fail. */
    Outcome run(String... arguments) {
        try {
            Process process = builder(arguments).start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("kubectl " + String.join(" ", arguments) + " does not end:\n" + text);
            }
            return new Outcome(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs a command to its end, and keeps its outputs apart. */
    public Outputs outputs(String... arguments) {
        try {
            Path error = folder.resolve("error.txt");
            Process process = builder(arguments)
                    .redirectErrorStream(false)
                    .redirectError(error.toFile())
                    .start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("kubectl " + String.join(" ", arguments) + " does not end:\n" + out);
            }
            return new Outputs(process.exitValue(), out, Files.readString(error));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs a command that must succeed. */
    public String ok(String... arguments) {
        Outcome outcome = run(arguments);
        if (outcome.code() != 0) {
            throw new AssertionError("kubectl " + String.join(" ", arguments) + ": " + outcome);
        }
        return outcome.text();
    }

    /** Runs a command that must fail. */
    public String fails(String... arguments) {
        Outcome outcome = run(arguments);
        if (outcome.code() == 0) {
            throw new AssertionError("kubectl " + String.join(" ", arguments) + " should have failed: " + outcome);
        }
        return outcome.text();
    }

    private ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>(List.of(COMMAND, "--cache-dir=" + folder.resolve("cache")));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("KUBE_EDITOR", "true"); // leaves the file as it is
        builder.directory(folder.toFile());
        return builder;
    }
}
