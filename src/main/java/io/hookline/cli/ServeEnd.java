package io.hookline.cli;

import io.hookline.cli.terminal.Shutdown;
import io.hookline.server.HookServer;
import io.hookline.server.call.HookSettings;
import io.hookline.web.Address;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** How {@code hookline serve} ends: without losing a call. */
final class ServeEnd {

    /** The time for the last calls: that of a call, and some for its request to arrive. */
    static final Duration ANSWERS_WITHIN = HookSettings.DEFAULTS.timeout().plusSeconds(5);

    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ServeEnd.class);

    @Option(
            names = "--shutdown-delay-duration",
            paramLabel = "DURATION",
            description = "After SIGTERM, answer calls for this time while /readyz fails, so that Services stop to send"
                    + " calls; then close the port and answer the last ones, within 15 s (default: 5s; 0s on a"
                    + " loopback address, which no Service reaches).")
    private @Nullable Duration delay;

    /** Waits until no further calls are expected. A second signal ends the process at once. */
    void drain(HookServer server, Shutdown shutdown, Address address) throws InterruptedException {
        Duration wait =
                shutdown.isTerminated() ? delayOn(address) : Duration.ZERO; // a person does not wait for a Service
        server.drain();
        LOG.atInfo().addKeyValue("delay", wait).log("stopping");
        var _ = new CountDownLatch(1).await(wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Duration delayOn(Address address) {
        if (delay != null) {
            return delay;
        }
        return address.isLoopback() ? Duration.ZERO : DEFAULT_DELAY;
    }
}
