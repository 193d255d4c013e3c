package io.hookline.informer;

import io.hookline.object.ApiResource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current failure of an informer, and its back-off. Belongs to the informer's thread; any thread may read the
 * current failure.
 */
final class InformerHealth {

    private static final Logger LOG = LoggerFactory.getLogger(Informer.class);

    /** The maximum accepted Retry-After: a longer one is a mistake of the server. */
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(5);

    private final ApiResource resource;
    private final Duration maxBackoff;
    private final Backoff backoff;
    private final ResettableLatch failing = new ResettableLatch();
    private final ResettableLatch refused = new ResettableLatch();
    private final ResettableLatch recovered = new ResettableLatch();
    private final ResettableLatch out = new ResettableLatch();
    private @Nullable Instant listed;

    /** Where the watch failed last, and how often it has failed there. */
    private String failedAfter = "";

    private int attempts;

    /** The failures since a watch was open last. */
    private int failures;

    private volatile Instant heard;
    private volatile @Nullable String error;

    /** Whether a failure since the last open watch is in the log. */
    private boolean logged;

    /**
     * The last failure that only an administrator can end. One of another cause, such as a busy server, says nothing
     * about it.
     */
    private volatile @Nullable Refusal refusal;

    /** @param denied whether a right is missing */
    private record Refusal(String text, boolean denied) {}

    InformerHealth(ApiResource resource, InformerOptions options, Jitter jitter, Instant now) {
        this.heard = now;
        this.resource = resource;
        this.maxBackoff = options.longestBackoff();
        this.backoff = new Backoff(options, jitter);
    }

    Optional<String> failure() {
        return Optional.ofNullable(error);
    }

    /** Set from a failure until a watch is open again; meanwhile there is a failure text. */
    ResettableLatch failing() {
        return failing;
    }

    /**
     * Set from a failure that only an administrator can end, such as a denied permission, until a watch is open again.
     */
    ResettableLatch refused() {
        return refused;
    }

    /** The last failure that only an administrator can end, until a watch is open again. */
    Optional<String> refusal() {
        return Optional.ofNullable(refusal).map(Refusal::text);
    }

    /** The current refusal if a right is missing. */
    Optional<String> denial() {
        return Optional.ofNullable(refusal).filter(Refusal::denied).map(Refusal::text);
    }

    /**
     * Set from the {@value Recovery#WATCH_ATTEMPTS}th failure in a row, whatever their causes, until a watch is open
     * again.
     */
    ResettableLatch out() {
        return out;
    }

    /** The current failure if it was preceded by so many that changes are missed for long. */
    Optional<String> outage() {
        return out.isSet() ? failure() : Optional.empty();
    }

    /** Set when a watch is open again after {@link #refused} or {@link #out}. */
    ResettableLatch recovered() {
        return recovered;
    }

    /** The server accepted a request, or sent an event. */
    void heard(Instant now) {
        heard = now;
    }

    /** How long ago that was. */
    Duration silence(Instant now) {
        return Duration.between(heard, now);
    }

    /** A watch is open, and has been so for this long. */
    void watching(Duration age) {
        if (age.compareTo(maxBackoff) >= 0) {
            backoff.reset(); // no events, but open
        }
        if (error != null) {
            if (logged) {
                LOG.atInfo().addKeyValue("resource", resource).log("watch works again");
            }
            logged = false;
            failing.clear();
            refused.clear();
            out.clear();
            failures = 0;
            error = null;
            refusal = null;
            recovered.set();
        }
    }

    /** A watch sent an event. */
    void progress(Instant now) {
        heard = now;
        backoff.reset();
    }

    /** A list is complete. */
    void listed(Instant now) {
        listed = now;
        heard = now;
        attempts = 0;
    }

    /** Counts a failure of a watch; returns how often it has failed after this version since the last list. */
    int watchFailed(String version) {
        attempts = version.equals(failedAfter) ? attempts + 1 : 1;
        failedAfter = version;
        return attempts;
    }

    /**
     * Whether no back-off is needed. An informer whose last list is long ago needs none, however long its back-off has
     * become.
     */
    boolean mayContinueAtOnce(Recovery.Delay delay, Instant now) {
        return switch (delay) {
            case NONE -> true;
            case BACKOFF -> false;
            case BACKOFF_IF_LISTED_RECENTLY -> listed != null && !now.isBefore(listed.plus(maxBackoff));
        };
    }

    /** Records a failure; returns the delay before the next attempt. */
    Duration failed(String verb, Failure failure) {
        String text = "cannot " + verb + " " + resource + ": " + failure.message();
        if (failure.bug() != null) {
            logged = true;
            LOG.atError()
                    .addKeyValue("resource", resource)
                    .addKeyValue("request", verb)
                    .setCause(failure.bug())
                    .log("list or watch failed unexpectedly, retrying");
        } else if (failure.cause() == Recovery.Cause.EXPIRED && failures == 0) {
            // every long watch ends so now and then, and a list follows at once
            LOG.atDebug()
                    .addKeyValue("resource", resource)
                    .addKeyValue("request", verb)
                    .addKeyValue("error", failure.message())
                    .log("the server no longer has the version, listing again");
        } else if (!text.equals(error) || !logged) {
            logged = true;
            LOG.atWarn()
                    .addKeyValue("resource", resource)
                    .addKeyValue("request", verb)
                    .addKeyValue("error", failure.message())
                    .log("list or watch failed, retrying");
        }
        error = text; // before the flags: those who wait for them read it
        failing.set();
        failures = Math.min(failures + 1, Recovery.WATCH_ATTEMPTS);
        if (failure.cause() == Recovery.Cause.LASTING) {
            refusal = new Refusal(text, failure.denied()); // before the flag, too
            recovered.clear(); // first, since those who learn of the refusal wait for the recovery
            refused.set();
        }
        if (failures >= Recovery.WATCH_ATTEMPTS) {
            recovered.clear();
            out.set();
        }
        Duration own = backoff.next();
        Duration requested = failure.after().orElse(Duration.ZERO);
        Duration server = requested.compareTo(MAX_RETRY_AFTER) < 0 ? requested : MAX_RETRY_AFTER;
        return own.compareTo(server) >= 0 ? own : server;
    }

    /** The delay of an informer after a failure. Not thread-safe. */
    static final class Backoff {

        private final InformerOptions options;
        private final Jitter jitter;
        private Duration next;

        Backoff(InformerOptions options, Jitter jitter) {
            this.options = options;
            this.jitter = jitter;
            this.next = options.firstBackoff();
        }

        /** Returns the next delay; each is longer than the last. */
        Duration next() {
            Duration max = next;
            Duration doubled = max.multipliedBy(2);
            next = doubled.compareTo(options.longestBackoff()) < 0 ? doubled : options.longestBackoff();
            return jitter.between(max.dividedBy(2), max);
        }

        void reset() {
            next = options.firstBackoff();
        }
    }
}
