package io.hookline.http;

import java.net.URI;
import java.util.Optional;

/** Through which proxy a URL is reached. */
public interface ProxyResolver {

    /** Nothing is reached through one. */
    ProxyResolver NONE = _ -> Optional.empty();

    /**
     * The proxy's URL, with user and password if it wants them; empty for a direct connection.
     *
     * @throws IllegalArgumentException if there is one that cannot be used
     */
    Optional<URI> proxyFor(URI target);
}
