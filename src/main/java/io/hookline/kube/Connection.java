package io.hookline.kube;

import io.fabric8.kubernetes.client.Config;
import java.net.URI;

/**
 * Everything that is needed to speak to one API server.
 *
 * @param context the kubeconfig's context, or {@code in-cluster}
 * @param server its URL, without a slash at the end
 * @param config impersonation and proxy
 * @param credential what goes into the Authorization header
 * @param tls certificates and authorities
 */
record Connection(String context, URI server, Config config, Credential credential, Tls tls) {

    /** A server that asks for nothing, or only for this credential. */
    static Connection plain(String server, Credential credential) {
        Config config = Config.empty();
        config.setMasterUrl(server);
        return new Connection("", URI.create(server), config, credential, Tls.DEFAULT);
    }
}
