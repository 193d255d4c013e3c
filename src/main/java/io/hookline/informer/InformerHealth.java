package io.hookline.informer;

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
final class InformerHealth {

    private static final Logger LOG = LoggerFactory.getLogger(Informer.class);

    /** What a server asks for beyond this is a mistake. */
    private static final Duration LONGEST_WISH = Duration.ofMinutes(5);

    private final ApiResource resource;
    private final Duration calm;
    private final Backoff backoff;
    private final ResettableLatch troubled = new ResettableLatch();
    private @Nullable Instant listed;
    private volatile @Nullable String trouble;

    InformerHealth(ApiResource resource, InformerOptions options, Jitter jitter) {
        this.resource = resource;
        this.calm = options.longestBackoff();
        this.backoff = new Backoff(options, jitter);
    }

    Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** Here from a failure until a watch is open again, and while {@link #trouble} says what it is. */
    ResettableLatch troubled() {
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

    /** Whether no rest is needed; who lists seldom need not rest, whatever the rests in the gap have grown to. */
    boolean mayContinueAtOnce(Recovery.Delay delay, Instant now) {
        return switch (delay) {
            case NONE -> true;
            case REST -> false;
            case REST_IF_LISTED_RECENTLY -> listed != null && !now.isBefore(listed.plus(calm));
        };
    }

    /** Something failed; returns for how long to rest. */
    Duration failed(String verb, Failure failure) {
        String text = "cannot " + verb + " " + resource + ": " + failure.message();
        if (failure.bug() != null) {
            LOG.error("{}", text, failure.bug());
        } else if (!text.equals(trouble)) {
            LOG.warn("{}", text);
        }
        trouble = text;
        troubled.come();
        Duration own = backoff.next();
        Duration wished = failure.after().orElse(Duration.ZERO);
        Duration theirs = wished.compareTo(LONGEST_WISH) < 0 ? wished : LONGEST_WISH;
        return own.compareTo(theirs) >= 0 ? own : theirs;
    }
}
