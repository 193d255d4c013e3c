package io.hookline.watcher;

import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers why controllers could not start, so that the same reason is not reported after every retry. Thread-safe.
 */
final class StartFailures {

    /** A reason that lasts is reported again: API servers delete events after an hour. */
    private static final Duration REPORT_INTERVAL = Duration.ofMinutes(30);

    private record Refusal(String uid, long generation, String why, Instant reported) {
        boolean isOf(KubeObject object) {
            return uid.equals(object.uid()) && generation == object.generation();
        }
    }

    private final InstantSource clock;
    private final Map<ControllerKey, Refusal> last = new ConcurrentHashMap<>();

    StartFailures(InstantSource clock) {
        this.clock = clock;
    }

    /** Whether this controller, with this spec, was refused before. */
    boolean isKnown(ControllerKey key, KubeObject object) {
        Refusal known = last.get(key);
        return known != null && known.isOf(object);
    }

    /** Records a refusal; returns whether to report it. It is if the reason or the spec is new, or after an interval. */
    boolean mustReport(ControllerKey key, KubeObject object, String why) {
        Instant now = clock.instant();
        Refusal known = last.get(key);
        if (known != null
                && known.isOf(object)
                && known.why().equals(why)
                && now.isBefore(known.reported().plus(REPORT_INTERVAL))) {
            return false;
        }
        last.put(key, new Refusal(object.uid(), object.generation(), why, now));
        return true;
    }

    /** Forgets a controller that runs, or that this watcher is no longer responsible for. */
    void forget(ControllerKey key) {
        last.remove(key);
    }
}
