package io.hookline.webhook;

import java.net.URI;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Guesses whether a request goes out on a connection that was used before, which the HTTP client does not tell: a count of
 * connections left open by server. It may be too high when the server closed some meanwhile; a request is then repeated
 * once although it was the first on its connection, which hooks stand, being functions of their request.
 */
final class IdleConnections {

    private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

    /** A request starts; whether it may be on a used connection. */
    boolean take(URI uri) {
        boolean[] used = {false};
        counts.computeIfPresent(uri.getRawAuthority(), (_, count) -> {
            used[0] = true;
            return count == 1 ? null : count - 1;
        });
        return used[0];
    }

    /** An answer was read to its end, and its connection stays open. */
    void give(URI uri) {
        counts.merge(uri.getRawAuthority(), 1, Integer::sum);
    }
}
