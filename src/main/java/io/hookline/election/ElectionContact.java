package io.hookline.election;

import io.hookline.cluster.ClusterException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How the requests for the Lease went: logs failures, and reports those that last. Written by one thread. */
final class ElectionContact {

    private static final Logger LOG = LoggerFactory.getLogger(Election.class);

    private record Failure(String text, boolean lasting) {}

    private final ElectionClock clock;
    private final Duration patience;
    private volatile long lastSuccess;
    private volatile @Nullable Failure failure;

    ElectionContact(ElectionClock clock, Duration patience) {
        this.clock = clock;
        this.patience = patience;
        this.lastSuccess = clock.nanos().getAsLong();
    }

    void succeeded() {
        lastSuccess = clock.nanos().getAsLong();
        if (failure != null) {
            failure = null;
            LOG.atInfo().log("requests for the leader lease succeed again");
        }
    }

    /** A conflict is no failure: another process was faster. */
    void failed(ElectionConfig config, ClusterException e) {
        if (e instanceof ClusterException.Conflict || e instanceof ClusterException.AlreadyExists) {
            return;
        }
        Failure before = failure;
        Failure now = new Failure(config.lease() + ": " + e.getMessage(), isLasting(e));
        failure = now;
        if (!now.equals(before)) {
            LOG.atWarn()
                    .addKeyValue("lock", config.lease())
                    .addKeyValue("error", e.getMessage())
                    .log("request for the leader lease failed, will retry");
        }
    }

    private static boolean isLasting(ClusterException e) {
        return e instanceof ClusterException.Forbidden
                || e instanceof ClusterException.Unauthorized
                || e instanceof ClusterException.NotFound
                || e instanceof ClusterException.Invalid
                || e instanceof ClusterException.BadRequest;
    }

    Optional<String> lastFailure() {
        Failure last = failure;
        return last == null ? Optional.empty() : Optional.of(last.text());
    }

    /** A failure that only an administrator can end, or that has lasted for some time. */
    Optional<String> problem() {
        Failure last = failure;
        if (last == null || !(last.lasting() || hasLasted())) {
            return Optional.empty();
        }
        return Optional.of("leader election: cannot use the lease " + last.text());
    }

    private boolean hasLasted() {
        return clock.nanos().getAsLong() - lastSuccess >= patience.toNanos();
    }
}
