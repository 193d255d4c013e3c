package io.hookline.web.tls;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Accepts each client certificate in the handshake, in which the client proves that it has the key. The requests that need a
 * certificate verify it ({@link PeerCertificate}). A certificate that is refused in the handshake would be a TLS alert, which
 * names no reason; probes and scrapes on the same port would need a valid one too; and a new certificate authority would not
 * apply to connections that are open. For the same reason no authorities are announced: a client would then send no
 * certificate instead of a wrong one.
 */
public final class AnyClientCertificate extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
        throw new UnsupportedOperationException("this is the side of the server");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {
        checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine) {
        checkServerTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
