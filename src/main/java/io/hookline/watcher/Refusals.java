package io.hookline.watcher;

import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers why controllers could not start, so that tries that fail for the same reason are not reported again and again.
 * Thread-safe.
 */
final class Refusals {

    /** Servers forget events after an hour: a reason that lasts must be found in them later too. */
    private static final Duration AGAIN = Duration.ofMinutes(30);

    private record Refusal(String uid, long generation, String why, Instant reported) {
        boolean isOf(KubeObject object) {
            return uid.equals(object.uid()) && generation == object.generation();
        }
    }

    private final InstantSource clock;
    private final Map<ControllerKey, Refusal> last = new ConcurrentHashMap<>();

    Refusals(InstantSource clock) {
        this.clock = clock;
    }

    /** Whether this controller, with this spec, was refused before. */
    boolean isKnown(ControllerKey key, KubeObject object) {
        Refusal known = last.get(key);
        return known != null && known.isOf(object);
    }

    /** Whether a refusal is to be reported: the reason or the spec differs from the last one, or that was long ago. */
    boolean isNews(ControllerKey key, KubeObject object, String why) {
        Instant now = clock.instant();
        Refusal known = last.get(key);
        if (known != null
                && known.isOf(object)
                && known.why().equals(why)
                && now.isBefore(known.reported().plus(AGAIN))) {
            return false;
        }
        last.put(key, new Refusal(object.uid(), object.generation(), why, now));
        return true;
    }

    /** The controller runs, or is not ours any more. */
    void forget(ControllerKey key) {
        last.remove(key);
    }
}
