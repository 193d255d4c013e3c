package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.distribution.Distribution;
import io.hookline.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * The hook of ExampleResource in each language, each with a server process of its own: {@code hookline serve} with one hook, and the
 * program in Go, which is built from source without a network.
 */
final class LanguageServers implements AutoCloseable {

    static final Path EXAMPLE = Path.of("examples/example-resource");

    private final Path folder;
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, Process> running = new TreeMap<>();

    LanguageServers(Path folder) {
        this.folder = folder;
    }

    /** Whether this machine can run the hook. */
    static boolean has(String language) {
        String command = Map.of("bash", "jq --version", "python", "python3 --version", "javascript", "node --version")
                .getOrDefault(language, language + " version");
        if (language.equals("java")) {
            return true;
        }
        try {
            return new ProcessBuilder(command.split(" ")).start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The URL of the hook, also while its server is down. */
    String url(String language) {
        String path = language.equals("go") ? "/sync" : "/example-resource-" + language + "/sync";
        return "http://127.0.0.1:" + port(language) + path;
    }

    private synchronized int port(String language) {
        return ports.computeIfAbsent(language, _ -> FreePort.find());
    }

    /** Starts the server of a language and waits until it answers. */
    void start(String language) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command(language))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(language + ".out").toFile());
        builder.environment().put("PORT", Integer.toString(port(language)));
        Process process = builder.start();
        synchronized (this) {
            running.put(language, process);
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(isReady(language))
                        .as(() -> printed(language))
                        .isTrue());
    }

    private boolean isReady(String language) {
        return listens(port(language))
                && (language.equals("go") || printed(language).contains("hook loaded"));
    }

    private static boolean listens(int port) {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    private String printed(String language) {
        try {
            return Files.readString(folder.resolve(language + ".out"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> command(String language) throws Exception {
        if (language.equals("go")) {
            return List.of(built().toString());
        }
        String name = "example-resource-" + language;
        Path hooks = Files.createDirectories(folder.resolve(language));
        copy(Path.of("hooks", name), hooks.resolve(name));
        return List.of(
                Distribution.HOOKLINE,
                "serve",
                "--hooks",
                hooks.toString(),
                "--address",
                "127.0.0.1:" + port(language));
    }

    private static void copy(Path hook, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(hook)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path built() throws Exception {
        Path program = folder.resolve("example-resource");
        if (Files.notExists(program)) {
            ProcessBuilder build = new ProcessBuilder(
                            "go", "build", "-o", program.toAbsolutePath().toString(), ".")
                    .directory(EXAMPLE.resolve("go").toFile())
                    .redirectErrorStream(true);
            build.environment().putAll(Map.of("GOPROXY", "off", "GOTOOLCHAIN", "local", "CGO_ENABLED", "0"));
            Process go = build.start();
            String printed = new String(go.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(go.waitFor()).as(printed).isZero();
        }
        return program;
    }

    /** Kills the server of a language, with all its processes. */
    synchronized void kill(String language) throws InterruptedException {
        Process process = running.remove(language);
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }

    @Override
    public synchronized void close() {
        running.values().forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }
}
