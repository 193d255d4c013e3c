package io.hookline.cli.watch;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.cluster.ClusterException;
import io.hookline.kube.KubeServer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for an API server that is not reachable or still starting, as long as Metacontroller does. */
final class ApiServerWait {

    /** The timeout of one attempt. */
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** The pause between a failure and the next attempt. */
    static final Duration PAUSE = Duration.ofSeconds(5);

    private static final int ATTEMPTS = 6;

    private static final Logger LOG = LoggerFactory.getLogger(ApiServerWait.class);

    /** Waits between two attempts. */
    @FunctionalInterface
    interface Pause {
        /** Waits this long. Returns false if a shutdown was requested. */
        boolean of(Duration time) throws InterruptedException;
    }

    private final String url;
    private final Pause pause;

    /** Creates a wait; the URL is only for messages. */
    ApiServerWait(String url, Pause pause) {
        this.url = url;
        this.pause = pause;
    }

    /**
     * Retries until the server answers.
     *
     * @param server one attempt, of at most {@link #TIMEOUT}
     * @return empty if a shutdown was requested before the server answered
     * @throws CliErrors.CommandFailed if the last attempt fails
     */
    Optional<KubeServer> with(Supplier<KubeServer> server) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return Optional.of(server.get());
            } catch (ClusterException e) {
                if (attempt == ATTEMPTS) {
                    throw new CliErrors.CommandFailed("the API server at " + url + " did not answer after " + ATTEMPTS
                            + " attempts: " + e.getMessage()
                            + "; check that it runs, and that the kubeconfig and context are the right ones");
                }
                LOG.atWarn()
                        .addKeyValue("server", url)
                        .addKeyValue("attempt", attempt + " of " + ATTEMPTS)
                        .addKeyValue("error", e.getMessage())
                        .addKeyValue("retryAfter", PAUSE)
                        .log("the API server does not answer, retrying");
            }
            if (!pause.of(PAUSE)) {
                return Optional.empty();
            }
        }
    }
}
