package io.hookline.informer;

import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How well an informer gets on with the server: what troubles it, and how long it rests after a failure. Belongs to the
 * informer's thread; {@link #trouble} is for any.
 */
final class Health {

    private static final Logger LOG = LoggerFactory.getLogger(Informer.class);

    /** What a server asks for beyond this is a mistake. */
    private static final Duration LONGEST_WISH = Duration.ofMinutes(5);

    private final ApiResource resource;
    private final Duration calm;
    private final Backoff backoff;
    private final Awaited troubled = new Awaited();
    private @Nullable Instant listed;
    private volatile @Nullable String trouble;

    Health(ApiResource resource, InformerOptions options, Jitter jitter) {
        this.resource = resource;
        this.calm = options.longestBackoff();
        this.backoff = new Backoff(options, jitter);
    }

    Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** Here from a failure until a watch is open again, and while {@link #trouble} says what it is. */
    Awaited troubled() {
        return troubled;
    }

    /** A watch is open, and has been so for some time. */
    void watching(Duration age) {
        if (age.compareTo(calm) >= 0) {
            backoff.reset(); // quiet, but alive
        }
        if (trouble != null) {
            LOG.info("watching {} again", resource);
            troubled.go();
            trouble = null;
        }
    }

    /** A watch told something. */
    void progress() {
        backoff.reset();
    }

    /** A list was complete. */
    void listed(Instant now) {
        listed = now;
    }

    /**
     * Whether a version that is too old is just the end of a gap: who lists seldom need not rest first, whatever the rests
     * in the gap have grown to.
     */
    boolean mayListAtOnce(Instant now) {
        return listed != null && !now.isBefore(listed.plus(calm));
    }

    /** Something failed; returns for how long to rest. */
    Duration failed(String verb, Throwable e) {
        String text = "cannot " + verb + " " + resource + ": " + e.getMessage();
        if (!(e instanceof ClusterException)) {
            LOG.error("{}", text, e);
        } else if (!text.equals(trouble)) {
            LOG.warn("{}", text);
        }
        trouble = text;
        troubled.come();
        Duration own = backoff.next();
        Duration wished = wished(e);
        return own.compareTo(wished) >= 0 ? own : wished;
    }

    private static Duration wished(Throwable e) {
        Optional<Duration> after = switch (e) {
            case ClusterException.TooManyRequests busy -> busy.after();
            case ClusterException.Unavailable down -> down.after();
            default -> Optional.empty();
        };
        Duration wished = after.orElse(Duration.ZERO);
        return wished.compareTo(LONGEST_WISH) < 0 ? wished : LONGEST_WISH;
    }

    /** Whether the same request may succeed later. After anything else all is begun from the start. */
    static boolean passes(Throwable e) {
        return e instanceof ClusterException.Unreachable
                || e instanceof ClusterException.Unavailable
                || e instanceof ClusterException.TooManyRequests
                || e instanceof ClusterException.Unauthorized;
    }
}
