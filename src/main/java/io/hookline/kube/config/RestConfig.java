package io.hookline.kube.config;

import io.hookline.http.ProxyResolver;
import java.net.URI;
import java.util.Optional;

/**
 * Everything that is needed to speak to one API server.
 *
 * @param context the kubeconfig's context, or {@code in-cluster}
 * @param server its URL, without a slash at the end
 * @param proxy the way to it, if not directly
 * @param impersonation as whom we ask
 * @param credential what goes into the Authorization header
 * @param tls certificates and authorities
 */
public record RestConfig(
        String context, URI server, Optional<URI> proxy, Impersonation impersonation, Credential credential, Tls tls) {

    /** A server that asks for nothing, or only for this credential. */
    public static RestConfig plain(String server, Credential credential) {
        return new RestConfig("", URI.create(server), Optional.empty(), Impersonation.NONE, credential, Tls.DEFAULT);
    }

    /** The same way for every request. */
    public ProxyResolver proxies() {
        return _ -> proxy;
    }
}
