package io.hookline.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;

/** Turns what a kubeconfig's context points at into a connection. */
record ConnectionReader(ProxyRules proxies, InstantSource clock) {

    /**
     * Reads one context.
     *
     * @throws KubeconfigException naming the field that is missing, wrong or not supported
     */
    Connection read(Kubeconfig.Selection selection) {
        KubeconfigPart cluster = selection.cluster();
        KubeconfigPart user = selection.user();
        URI server = server(cluster);
        Config config = Config.empty();
        config.setMasterUrl(server.toString());
        readImpersonation(user, config);
        proxies.proxyFor(server, cluster.text("proxy-url")).ifPresent(proxy -> {
            config.setHttpProxy(proxy);
            config.setHttpsProxy(proxy);
        });
        if (user.has("exec")) {
            ExecCredential plugin = new ExecCredential(ExecPlugin.of(user.part("exec"), cluster), clock);
            Tls tls = new Tls(trust(cluster), Optional.of(plugin.keys()));
            return new Connection(selection.context(), server, config, plugin, tls);
        }
        Tls tls = new Tls(trust(cluster), keys(user));
        return new Connection(selection.context(), server, config, credential(user), tls);
    }

    private static URI server(KubeconfigPart cluster) {
        String text = cluster.required("server").replaceAll("/+$", "");
        try {
            URI server = URI.create(text.contains("://") ? text : "http://" + text);
            if (server.getHost() != null && server.getScheme().startsWith("http")) {
                return server;
            }
        } catch (IllegalArgumentException _) {
            // told below, as every other wrong URL
        }
        throw cluster.wrong("server", "expected a URL such as https://host:6443, was \"" + text + "\"");
    }

    /** Whom a cluster's part tells us to trust; empty if it does not say. */
    static List<TrustManager> trust(KubeconfigPart cluster) {
        if (cluster.has("tls-server-name")) {
            throw cluster.wrong(
                    "tls-server-name", "is not supported; use a server URL whose host is in the server's certificate");
        }
        if (cluster.flag("insecure-skip-tls-verify")) {
            return Tls.trustEverybody();
        }
        byte[] authorities = cluster.content("certificate-authority");
        try {
            return authorities.length == 0 ? List.of() : List.of(Pem.trust(authorities));
        } catch (GeneralSecurityException | IOException e) {
            throw cluster.wrong("certificate-authority", "cannot be used: " + e.getMessage());
        }
    }

    private static Optional<KeyManager> keys(KubeconfigPart user) {
        byte[] certificate = user.content("client-certificate");
        byte[] key = user.content("client-key");
        if ((certificate.length == 0) != (key.length == 0)) {
            throw user.wrong(
                    key.length == 0 ? "client-key" : "client-certificate",
                    "is missing: a certificate and its key go together");
        }
        try {
            return key.length == 0 ? Optional.empty() : Optional.of(Pem.keys(certificate, key));
        } catch (GeneralSecurityException | IOException e) {
            throw user.wrong("client-certificate", "or client-key cannot be used: " + e.getMessage());
        }
    }

    private static void readImpersonation(KubeconfigPart user, Config config) {
        if (user.has("as")) {
            config.setImpersonateUsername(user.text("as"));
            config.setImpersonateGroups(user.texts("as-groups").toArray(String[]::new));
            Map<String, List<String>> extras = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> extra :
                    user.json().path("as-user-extra").properties()) {
                List<String> values = new ArrayList<>();
                extra.getValue().forEach(value -> values.add(value.asText()));
                extras.put(extra.getKey(), values);
            }
            config.setImpersonateExtras(extras);
        }
    }

    private Credential credential(KubeconfigPart user) {
        if (user.has("tokenFile")) {
            return new TokenFile(Path.of(user.path("tokenFile")), clock);
        }
        if (user.has("token")) {
            return Credential.token(user.text("token"));
        }
        if (user.has("username")) {
            return Credential.basic(user.text("username"), user.text("password"));
        }
        if (user.has("auth-provider")) {
            throw user.wrong(
                    "auth-provider", "is not supported; use a credential plugin (exec), as kubectl does by now");
        }
        return Credential.NONE;
    }
}
