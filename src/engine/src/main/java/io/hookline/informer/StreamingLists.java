package io.hookline.informer;

import io.hookline.informer.Recovery.Cause;
import io.hookline.object.ApiResource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which resources the server can list as a stream. Every resource is tried, until the server rejects the stream or
 * ignores the parameter; that resource is not tried again for an hour. Shared by the informers of one cluster.
 * Thread-safe.
 */
final class StreamingLists {

    /** Servers are upgraded from time to time. */
    private static final Duration RETRY_AFTER = Duration.ofHours(1);

    private record Kind(String apiVersion, String plural) {
        static Kind of(ApiResource resource) {
            return new Kind(resource.apiVersion(), resource.plural());
        }
    }

    private final boolean enabled;
    private final InstantSource clock;
    private final Set<Kind> supported = ConcurrentHashMap.newKeySet();
    private final Map<Kind, Instant> unsupported = new ConcurrentHashMap<>();

    StreamingLists(boolean enabled, InstantSource clock) {
        this.enabled = enabled;
        this.clock = clock;
    }

    /** Whether to request a stream. */
    boolean shouldTry(ApiResource resource) {
        Instant rejectedAt = unsupported.get(Kind.of(resource));
        return enabled && (rejectedAt == null || !clock.instant().isBefore(rejectedAt.plus(RETRY_AFTER)));
    }

    /** Records a complete streaming list. */
    void completed(ApiResource resource) {
        supported.add(Kind.of(resource));
        unsupported.remove(Kind.of(resource));
    }

    /**
     * The failure of a stream that is silent. If the server never completed one, it does not know the parameter and
     * ignores it.
     */
    Failure timedOut(ApiResource resource) {
        return Failure.of(
                supported.contains(Kind.of(resource)) ? Cause.TRANSIENT : Cause.UNSUPPORTED,
                "the streaming list did not complete in time");
    }

    /** Records that the server does not support streams of this resource. */
    void unsupported(ApiResource resource) {
        unsupported.put(Kind.of(resource), clock.instant());
    }
}
