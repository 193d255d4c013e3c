package io.hookline.kube.config;

import io.hookline.http.Authority;
import io.hookline.http.Pem;
import io.hookline.http.ProxyResolver;
import io.hookline.http.RotatedFiles;
import io.hookline.object.FileFailure;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Creates a connection from a context of a kubeconfig.
 *
 * @param proxies of the environment, for a cluster without a proxy-url
 */
record ConnectionReader(ProxyResolver proxies, InstantSource clock) {

    private static final String INSECURE = "insecure-skip-tls-verify";

    /**
     * Reads one context.
     *
     * @throws KubeconfigException naming the field that is missing, wrong or not supported
     */
    RestConfig read(Kubeconfig.Selection selection) {
        KubeconfigPart cluster = selection.cluster();
        KubeconfigPart user = selection.user();
        URI server = server(cluster, isSecure(cluster, user));
        Optional<URI> proxy = proxy(cluster, server);
        Impersonation impersonation = Impersonation.of(user);
        Optional<String> serverName =
                cluster.has("tls-server-name") ? Optional.of(cluster.text("tls-server-name")) : Optional.empty();
        if (user.has("exec")) {
            ExecCredential plugin = new ExecCredential(ExecPlugin.of(user.part("exec"), cluster), clock);
            Tls tls = new Tls(trust(cluster), Optional.of(plugin.keys()), serverName);
            return new RestConfig(
                    selection.context(), selection.namespace(), server, proxy, impersonation, plugin, tls);
        }
        Optional<KeyManager> keys = keys(user);
        Credential credential = credential(user);
        if (keys.isPresent() && !user.has("client-certificate-data") && !user.has("client-key-data")) {
            CertificateFiles files = new CertificateFiles(
                    credential, Path.of(user.path("client-certificate")), Path.of(user.path("client-key")), clock);
            keys = Optional.of(files.keys());
            credential = files;
        }
        Tls tls = new Tls(trust(cluster), keys, serverName);
        return new RestConfig(
                selection.context(), selection.namespace(), server, proxy, impersonation, credential, tls);
    }

    private Optional<URI> proxy(KubeconfigPart cluster, URI server) {
        String configured = cluster.text("proxy-url");
        try {
            return configured.isEmpty() ? proxies.proxyFor(server) : Optional.of(proxy(cluster, configured));
        } catch (IllegalArgumentException e) {
            throw cluster.wrong("server", "cannot be reached: " + e.getMessage());
        }
    }

    private static URI proxy(KubeconfigPart cluster, String text) {
        try {
            URI proxy = URI.create(text);
            if (Authority.of(proxy).isPresent() && "http".equalsIgnoreCase(proxy.getScheme())) {
                return proxy;
            }
        } catch (IllegalArgumentException _) {
            // reported below, like every other wrong URL
        }
        throw cluster.wrong(
                "proxy-url",
                "expected a URL such as http://host:3128 (other kinds of proxies are not supported), was \""
                        + text.replaceFirst("//[^/@]*@", "//***@") + "\"");
    }

    /**
     * The default scheme of a server: https if certificates are configured, so that tokens are not sent unencrypted.
     */
    private static boolean isSecure(KubeconfigPart cluster, KubeconfigPart user) {
        return cluster.flag(INSECURE)
                || cluster.has("certificate-authority")
                || cluster.has("certificate-authority-data")
                || user.has("client-certificate")
                || user.has("client-certificate-data");
    }

    private static URI server(KubeconfigPart cluster, boolean secure) {
        String text = cluster.required("server").replaceAll("/+$", "");
        try {
            URI server = URI.create(text.contains("://") ? text : (secure ? "https://" : "http://") + text);
            String scheme = server.getScheme().toLowerCase(Locale.ROOT);
            if (Authority.of(server).isPresent() && (scheme.equals("http") || scheme.equals("https"))) {
                return server;
            }
        } catch (IllegalArgumentException _) {
            // reported below, like every other wrong URL
        }
        throw cluster.wrong("server", "expected a URL such as https://host:6443, was \"" + text + "\"");
    }

    /** The trusted authorities of a cluster; empty if it does not name any. */
    static List<TrustManager> trust(KubeconfigPart cluster) {
        if (cluster.flag(INSECURE)) {
            rejectAuthority(cluster);
            return Tls.trustEverything();
        }
        byte[] authorities = cluster.content("certificate-authority");
        try {
            if (authorities.length == 0) {
                return List.of();
            }
            return cluster.has("certificate-authority-data")
                    ? Pem.trust(text(authorities))
                    : List.of(new ReloadingCaFile(Path.of(cluster.path("certificate-authority"))));
        } catch (GeneralSecurityException | IOException e) {
            throw cluster.wrong("certificate-authority", "cannot be used: " + FileFailure.text(e));
        }
    }

    /** Rejected as by client-go: a user that names an authority expects that the server is verified. */
    private static void rejectAuthority(KubeconfigPart cluster) {
        for (String field : List.of("certificate-authority", "certificate-authority-data")) {
            if (cluster.has(field)) {
                throw cluster.wrong(
                        INSECURE,
                        "specifying a root certificates file with the insecure flag is not allowed; remove this"
                                + " flag, or " + field);
            }
        }
    }

    private static Optional<KeyManager> keys(KubeconfigPart user) {
        byte[] certificate = user.content("client-certificate");
        byte[] key = user.content("client-key");
        if ((certificate.length == 0) != (key.length == 0)) {
            throw user.wrong(
                    key.length == 0 ? "client-key" : "client-certificate",
                    "is missing: set both the certificate and its key");
        }
        try {
            return key.length == 0 ? Optional.empty() : Optional.of(Pem.keys(text(certificate), text(key)));
        } catch (GeneralSecurityException e) {
            throw user.wrong("client-certificate", "cannot be used with client-key: " + e.getMessage());
        }
    }

    /** Decodes PEM like {@link ReloadingCaFile} and {@link CertificateFiles}: comments in it may have any encoding. */
    private static String text(byte[] pem) {
        return new String(pem, StandardCharsets.ISO_8859_1);
    }

    private Credential credential(KubeconfigPart user) {
        if (user.has("tokenFile")) {
            return new TokenFile(Path.of(user.path("tokenFile")), clock);
        }
        if (user.has("token")) {
            return Credential.token(user.sendable("token", user.text("token")));
        }
        if (user.has("username")) {
            return Credential.basic(user.text("username"), user.text("password"));
        }
        if (user.has("auth-provider")) {
            throw user.wrong("auth-provider", "is not supported; use a credential plugin (exec), as kubectl does");
        }
        return Credential.NONE;
    }

    /**
     * A client certificate in files that another program replaces before it expires, together with a second credential.
     * A pair that cannot be used is ignored: its second file may not be written yet.
     */
    static final class CertificateFiles implements Credential {

        private static final Duration REREAD_AFTER = Duration.ofMinutes(1);

        private final Credential other;
        private final InstantSource clock;
        private final ClientKeys keys = new ClientKeys();
        private final RotatedFiles<X509ExtendedKeyManager> files;
        private Instant readAt;

        /**
         * Reads the files.
         *
         * @param other the credential of the Authorization header
         */
        CertificateFiles(Credential other, Path certificate, Path key, InstantSource clock) {
            this.other = other;
            this.clock = clock;
            this.files = new RotatedFiles<>(
                    List.of(certificate, key),
                    StandardCharsets.ISO_8859_1,
                    texts -> Pem.keys(texts.getFirst(), texts.getLast()));
            this.readAt = clock.instant();
            read();
        }

        /** Receives the certificates, for new connections. */
        ClientKeys keys() {
            return keys;
        }

        @Override
        public String header() {
            return other.header();
        }

        @Override
        public boolean renew(String rejected) {
            read();
            return other.renew(rejected);
        }

        @Override
        public synchronized long certificate() {
            if (readAt.plus(REREAD_AFTER).isBefore(clock.instant())) {
                read();
            }
            return files.version();
        }

        private synchronized void read() {
            readAt = clock.instant();
            try {
                files.read(keys::use);
            } catch (IOException | GeneralSecurityException _) {
                // the last pair is used until the server rejects it
            }
        }
    }

    /**
     * Trust in the authorities of a file that another program may replace, as when a cluster's authority is rotated.
     * The file is read again when its last content does not trust a server. Thread-safe.
     */
    static final class ReloadingCaFile extends X509ExtendedTrustManager {

        private final RotatedFiles<X509ExtendedTrustManager> authorities;

        private interface Check {
            void by(X509ExtendedTrustManager trust) throws CertificateException;
        }

        /**
         * Trusts the current content of the file.
         *
         * @throws IOException if it cannot be read
         * @throws GeneralSecurityException if it contains no certificate
         */
        ReloadingCaFile(Path file) throws IOException, GeneralSecurityException {
            this.authorities = new RotatedFiles<>(List.of(file), StandardCharsets.ISO_8859_1, texts ->
                    (X509ExtendedTrustManager) Pem.trust(texts.getFirst()).getFirst());
            authorities.read();
        }

        private void check(Check check) throws CertificateException {
            long version = authorities.version();
            try {
                check.by(authorities.value());
            } catch (CertificateException e) {
                read();
                if (authorities.version() == version) {
                    throw e;
                }
                check.by(authorities.value());
            }
        }

        private void read() {
            try {
                authorities.read();
            } catch (IOException | GeneralSecurityException _) {
                // the file may be half written: this connection fails, and the next one reads the file again
            }
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(trust -> trust.checkServerTrusted(chain, type, socket));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(trust -> trust.checkServerTrusted(chain, type, engine));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(trust -> trust.checkServerTrusted(chain, type));
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(trust -> trust.checkClientTrusted(chain, type, socket));
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(trust -> trust.checkClientTrusted(chain, type, engine));
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(trust -> trust.checkClientTrusted(chain, type));
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return authorities.value().getAcceptedIssuers();
        }
    }
}
