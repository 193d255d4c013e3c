package io.hookline.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.Config;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
        readTrust(cluster, config);
        readCertificate(user, config);
        readImpersonation(user, config);
        proxies.proxyFor(server, cluster.text("proxy-url")).ifPresent(proxy -> {
            config.setHttpProxy(proxy);
            config.setHttpsProxy(proxy);
        });
        if (user.has("exec")) {
            ExecCredential plugin = new ExecCredential(ExecPlugin.of(user.part("exec"), cluster), clock);
            return new Connection(selection.context(), server, config, plugin, Optional.of(plugin.keys()));
        }
        return new Connection(selection.context(), server, config, credential(user), Optional.empty());
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

    private static void readTrust(KubeconfigPart cluster, Config config) {
        config.setTrustCerts(cluster.flag("insecure-skip-tls-verify"));
        config.setCaCertData(orNull(cluster.text("certificate-authority-data")));
        config.setCaCertFile(orNull(cluster.path("certificate-authority")));
        if (cluster.has("tls-server-name")) {
            throw cluster.wrong(
                    "tls-server-name", "is not supported; use a server URL whose host is in the server's certificate");
        }
    }

    private static void readCertificate(KubeconfigPart user, Config config) {
        config.setClientCertData(orNull(user.text("client-certificate-data")));
        config.setClientCertFile(orNull(user.path("client-certificate")));
        config.setClientKeyData(orNull(user.text("client-key-data")));
        config.setClientKeyFile(orNull(user.path("client-key")));
        boolean certificate = config.getClientCertData() != null || config.getClientCertFile() != null;
        boolean key = config.getClientKeyData() != null || config.getClientKeyFile() != null;
        if (certificate != key) {
            throw user.wrong(
                    certificate ? "client-key" : "client-certificate",
                    "is missing: a certificate and its key go together");
        }
        config.setClientKeyAlgo(Config.getKeyAlgorithm(config.getClientKeyFile(), config.getClientKeyData()));
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

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
