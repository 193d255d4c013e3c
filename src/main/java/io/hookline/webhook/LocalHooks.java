package io.hookline.webhook;

import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.http.Authority;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The hooks of this process, and the hosts whose URLs they answer without a socket.
 *
 * @param authorities accepts {@code host} or {@code host:port} of such URLs, in lower case; the scheme does not matter
 * @param timeout replaces the timeouts of the webhooks, for a debugger that stops a call; empty to obey them
 */
public record LocalHooks(InProcessHooks catalog, Predicate<String> authorities, Optional<Duration> timeout) {

    /** Hooks that obey the timeouts of their webhooks. */
    public LocalHooks(InProcessHooks catalog, Predicate<String> authorities) {
        this(catalog, authorities, Optional.empty());
    }

    /** Whether this URL is answered in this process. */
    boolean answer(URI url) {
        return Authority.of(url)
                .map(authority -> authority.hostAndPort().toLowerCase(Locale.ROOT))
                .filter(authorities)
                .isPresent();
    }
}
