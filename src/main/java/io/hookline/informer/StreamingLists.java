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
 * Which resources a server lists as a stream. It is supposed to do so for all, until it refuses one or ignores the wish;
 * for that one it is not asked again for an hour. Shared by the informers of one cluster. Thread-safe.
 */
final class StreamingLists {

    /** Servers are replaced by newer ones now and then. */
    private static final Duration REMEMBERED = Duration.ofHours(1);

    private record Kind(String apiVersion, String plural) {
        static Kind of(ApiResource resource) {
            return new Kind(resource.apiVersion(), resource.plural());
        }
    }

    private final boolean wanted;
    private final InstantSource clock;
    private final Set<Kind> proven = ConcurrentHashMap.newKeySet();
    private final Map<Kind, Instant> refused = new ConcurrentHashMap<>();

    StreamingLists(boolean wanted, InstantSource clock) {
        this.wanted = wanted;
        this.clock = clock;
    }

    /** Whether to ask for a stream. */
    boolean areWorthAsking(ApiResource resource) {
        Instant then = refused.get(Kind.of(resource));
        return wanted && (then == null || !clock.instant().isBefore(then.plus(REMEMBERED)));
    }

    /** One came to its end. */
    void came(ApiResource resource) {
        proven.add(Kind.of(resource));
        refused.remove(Kind.of(resource));
    }

    /** What it means that one is silent: a server that never sent any does not know the wish, and ignores it. */
    Failure silence(ApiResource resource) {
        return Failure.of(
                proven.contains(Kind.of(resource)) ? Cause.TRANSIENT : Cause.UNSUPPORTED,
                "the streaming list does not end");
    }

    /** The server has none to offer. */
    void refused(ApiResource resource) {
        refused.put(Kind.of(resource), clock.instant());
    }
}
