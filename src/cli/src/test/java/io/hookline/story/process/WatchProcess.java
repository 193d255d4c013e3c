package io.hookline.story.process;

import io.hookline.controlplane.GuardedProcess;
import io.hookline.distribution.Distribution;
import io.hookline.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code hookline watch} of the distribution as a process, and what it reports about itself. */
record WatchProcess(GuardedProcess process, Path logFile, int port) implements AutoCloseable {

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

    /** Starts a watcher. */
    static WatchProcess start(Path kubeconfig, Path folder, String heap, String... flags) {
        int port = FreePort.find();
        Path log = folder.resolve("watch-" + port + ".log");
        List<String> command = new ArrayList<>(List.of(
                "env",
                "HOOKLINE_JVM_OPTIONS=-Xmx" + heap,
                Distribution.HOOKLINE,
                "watch",
                "--kubeconfig=" + kubeconfig,
                "--metrics-address=0",
                "--health-probe-bind-address=127.0.0.1:" + port));
        command.addAll(List.of(flags));
        return new WatchProcess(GuardedProcess.start("watch", log, command), log, port);
    }

    String log() {
        try {
            return Files.readString(logFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether all its caches are complete. */
    boolean isReady() {
        process.requireAlive();
        return get("/readyz").equals("ok");
    }

    /** The value of one series; 0 if it is missing. */
    long metric(String series) {
        process.requireAlive();
        return get("/metrics")
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(series.length() + 1)))
                .sum();
    }

    /** The number of cached objects of a resource. */
    long cached(String resource) {
        return metric("hookline_cache_objects{resource=\"" + resource + "\"}");
    }

    private String get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString())
                    .body()
                    .strip();
        } catch (IOException _) {
            return ""; // it does not listen yet
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The bytes of all live objects, after a full garbage collection. */
    long liveHeap() throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String histogram = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher total = TOTAL.matcher(histogram);
        if (!total.find()) {
            throw new IllegalStateException("no total in the histogram of the heap:\n" + histogram);
        }
        return Long.parseLong(total.group(1));
    }

    private long pid() {
        return ProcessHandle.of(process.pid())
                .orElseThrow()
                .children()
                .filter(child -> child.info()
                        .command()
                        .filter(each -> each.endsWith("java"))
                        .isPresent())
                .findFirst()
                .orElseThrow()
                .pid();
    }

    @Override
    public void close() {
        process.close();
    }
}
