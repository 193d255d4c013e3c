package io.hookline.http;

import java.net.URI;
import java.util.Optional;

/** Determines the proxy of a URL. */
public interface ProxyResolver {

    /** Uses no proxy. */
    ProxyResolver NONE = _ -> Optional.empty();

    /**
     * Returns the proxy's URL, with user and password if it needs them; empty for a direct connection.
     *
     * @throws IllegalArgumentException if a proxy is configured that cannot be used
     */
    Optional<URI> proxyFor(URI target);
}
