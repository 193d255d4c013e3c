package io.hookline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.watch.WatcherServer.ApiServerWait;
import io.hookline.cluster.ClusterException;
import io.hookline.kube.KubeServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The start of a watcher whose API server is not reachable yet, as when both start together. */
class ApiServerWaitTest {

    private static final KubeServer SERVER = new KubeServer("kind", "https://127.0.0.1:6443", "v1.36.0");

    private final List<Duration> pauses = new ArrayList<>();
    private int attempts;

    private Supplier<KubeServer> failing(int failures) {
        return () -> {
            if (++attempts <= failures) {
                throw new ClusterException.Unreachable("GET /version: connection refused", null);
            }
            return SERVER;
        };
    }

    private ApiServerWait waiting() {
        return new ApiServerWait(SERVER.url(), pauses::add);
    }

    @Test
    void aServerThatAnswersIsContactedOnce() throws InterruptedException {
        assertThat(waiting().with(failing(0))).contains(SERVER);
        assertThat(attempts).isEqualTo(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void aServerThatComesLateIsWaitedFor() throws InterruptedException {
        assertThat(waiting().with(failing(5))).contains(SERVER);
        assertThat(pauses).hasSize(5).containsOnly(Duration.ofSeconds(5));
    }

    @Test
    void aServerThatNeverAnswersIsReportedWithWhatToCheck() {
        assertThatThrownBy(() -> waiting().with(failing(6)))
                .isInstanceOf(CliErrors.CommandFailed.class)
                .hasMessageContainingAll(
                        "https://127.0.0.1:6443", "6 attempts", "GET /version: connection refused", "kubeconfig");
        assertThat(attempts).isEqualTo(6);
        assertThat(pauses).hasSize(5);
    }

    @Test
    void aRequestedShutdownEndsTheWait() throws InterruptedException {
        assertThat(new ApiServerWait(SERVER.url(), _ -> false).with(failing(6))).isEmpty();
        assertThat(attempts).isEqualTo(1);
    }
}
