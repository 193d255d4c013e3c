package io.hookline.story.faults;

import io.hookline.controlplane.GuardedProcess;
import io.hookline.distribution.Distribution;
import io.hookline.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A watcher of the distribution with leader election, and what it reports about itself. */
record ElectedProcess(GuardedProcess process, Path logFile, int port) implements AutoCloseable {

    /** The times of an election, in seconds. */
    record Times(int lease, int renewDeadline, int retry) {
        Duration leaseAndRetry() {
            return Duration.ofSeconds(lease + retry);
        }
    }

    static ElectedProcess start(
            String name, Path kubeconfig, String namespace, String selector, Times times, Path folder) {
        int port = FreePort.find();
        Path log = folder.resolve(name + ".log");
        GuardedProcess process = GuardedProcess.start(
                name,
                log,
                List.of(
                        "env",
                        "HOOKLINE_JVM_OPTIONS=-XX:TieredStopAtLevel=1",
                        Distribution.HOOKLINE,
                        "watch",
                        "--kubeconfig=" + kubeconfig,
                        "--target-label-selector=" + selector,
                        "--metrics-address=0",
                        "--health-probe-bind-address=127.0.0.1:" + port,
                        "--leader-election",
                        "--leader-election-namespace=" + namespace,
                        "--leader-election-lease-duration=" + times.lease() + "s",
                        "--leader-election-renew-deadline=" + times.renewDeadline() + "s",
                        "--leader-election-retry-period=" + times.retry() + "s"));
        return new ElectedProcess(process, log, port);
    }

    String log() {
        try {
            return Files.readString(logFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Status and text of the readiness endpoint; empty before it answers. */
    String ready() throws InterruptedException {
        process.requireAlive();
        return get("/readyz");
    }

    /** The value of one series. */
    String metric(String series) throws InterruptedException {
        return get("/metrics")
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .map(line -> line.substring(series.length() + 1))
                .findFirst()
                .orElse("");
    }

    private String get(String path) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body().strip();
        } catch (IOException _) {
            return "";
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
