package io.hookline.webhook;

import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.http.Authority;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The hooks of this process, and the hosts whose URLs they answer without a socket.
 *
 * @param authorities {@code host} or {@code host:port} exactly as in the URLs, except for case; the scheme does not matter
 */
public record LocalHooks(InProcessHooks catalog, Set<String> authorities) {

    public LocalHooks {
        authorities =
                authorities.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether this URL is answered in this process. */
    boolean answer(URI url) {
        return Authority.of(url)
                .map(authority -> authority.hostAndPort().toLowerCase(Locale.ROOT))
                .filter(authorities::contains)
                .isPresent();
    }
}
