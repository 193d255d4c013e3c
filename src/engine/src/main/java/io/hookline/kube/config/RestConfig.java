package io.hookline.kube.config;

import io.hookline.http.ProxyResolver;
import java.net.URI;
import java.util.Optional;

/**
 * Everything that a connection to one API server needs.
 *
 * @param context the kubeconfig's context, or {@code in-cluster}
 * @param namespace where commands that name none look: of the context, or of the pod; {@code default} otherwise
 * @param server its URL, without a trailing slash
 * @param proxy the proxy in front of it, if any
 * @param impersonation the user that requests impersonate
 * @param credential the credential of the Authorization header
 * @param tls certificates and authorities
 */
public record RestConfig(
        String context,
        String namespace,
        URI server,
        Optional<URI> proxy,
        Impersonation impersonation,
        Credential credential,
        Tls tls) {

    /** The namespace of a context that names none. */
    static final String DEFAULT_NAMESPACE = "default";

    /** A server that needs no credential, or only this one. */
    public static RestConfig plain(String server, Credential credential) {
        return new RestConfig(
                "",
                DEFAULT_NAMESPACE,
                URI.create(server),
                Optional.empty(),
                Impersonation.NONE,
                credential,
                Tls.DEFAULT);
    }

    /** Uses the same proxy for every request. */
    public ProxyResolver proxies() {
        return _ -> proxy;
    }
}
