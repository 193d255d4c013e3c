package io.hookline.cli.watch;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.cluster.ClusterException;
import io.hookline.kube.KubeServer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for an API server that is away or still starting, as long as Metacontroller does. */
final class ApiServerWait {

    /** How long one attempt may take. */
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** Between a failure and the next attempt. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    private static final int ATTEMPTS = 6;

    private static final Logger LOG = LoggerFactory.getLogger(ApiServerWait.class);

    /** Lets time go by. */
    @FunctionalInterface
    interface Pause {
        /** Whether to go on after that time; not if the process is to end. */
        boolean of(Duration time) throws InterruptedException;
    }

    private final String url;
    private final Pause pause;

    /** With the server at a URL, which is only named. */
    ApiServerWait(String url, Pause pause) {
        this.url = url;
        this.pause = pause;
    }

    /**
     * Asks until the server answers.
     *
     * @param server one attempt, of at most {@link #TIMEOUT}
     * @return empty if the process is to end before it answers
     * @throws CliErrors.CommandFailed if it never does
     */
    Optional<KubeServer> with(Supplier<KubeServer> server) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return Optional.of(server.get());
            } catch (ClusterException e) {
                if (attempt == ATTEMPTS) {
                    throw new CliErrors.CommandFailed("the API server at " + url + " did not answer " + ATTEMPTS
                            + " times, the last time: " + e.getMessage()
                            + "; is it running, and does the kubeconfig or context name the right one?");
                }
                LOG.atWarn()
                        .addKeyValue("server", url)
                        .addKeyValue("attempt", attempt + " of " + ATTEMPTS)
                        .addKeyValue("error", e.getMessage())
                        .log("the API server does not answer, asking again in {} s", PAUSE.toSeconds());
            }
            if (!pause.of(PAUSE)) {
                return Optional.empty();
            }
        }
    }
}
