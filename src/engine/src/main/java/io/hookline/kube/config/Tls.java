package io.hookline.kube.config;

import io.hookline.http.TlsLayer;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The TLS settings of a connection: trusted authorities and the client's certificate.
 *
 * @param trust empty for the authorities that this machine trusts
 * @param keys empty without a client certificate
 * @param serverName the name in the server's certificate, if it is not the host of its URL
 */
public record Tls(List<TrustManager> trust, Optional<KeyManager> keys, Optional<String> serverName) {

    /** The default settings: this machine's authorities, no client certificate. */
    static final Tls DEFAULT = new Tls(List.of(), Optional.empty(), Optional.empty());

    public Tls {
        trust = List.copyOf(trust);
    }

    /** Trusts every server; only if the kubeconfig requests it. */
    static List<TrustManager> trustEverything() {
        return List.of(new TrustEverything());
    }

    /** Creates the TLS context at once, so that an error is reported before the first request. */
    public TlsLayer layer() throws GeneralSecurityException {
        SSLContext context = TlsLayer.context(trust, keys);
        return new TlsLayer(() -> context, serverName);
    }

    private static final class TrustEverything extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
