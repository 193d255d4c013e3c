package io.hookline.web.tls;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.io.EndPoint.SslSessionData;
import org.eclipse.jetty.server.Request;

/**
 * The certificate that a client sent when it connected. TLS has proven that the client has the key; who issued the certificate is not
 * verified yet (see {@link AnyClientCertificate}).
 *
 * @param chain the certificate, followed by its intermediate certificates
 */
public record PeerCertificate(List<X509Certificate> chain, SSLSession session) {

    /** That of the client of a request; empty if it sent none, or if there is no TLS. */
    public static Optional<PeerCertificate> of(Request request) {
        SslSessionData data =
                request.getConnectionMetaData().getConnection().getEndPoint().getSslSessionData();
        X509Certificate[] chain = data == null ? null : data.peerCertificates();
        return chain == null || chain.length == 0
                ? Optional.empty()
                : Optional.of(new PeerCertificate(List.of(chain), data.sslSession()));
    }

    /** The certificate of the client itself. */
    public X509Certificate own() {
        return chain.getFirst();
    }

    /** Returns what was computed from this certificate before, on connections of the same TLS session, or computes it. */
    public <T> T remembered(Class<T> type, Function<PeerCertificate, T> compute) {
        Object known = session.getValue(type.getName());
        if (type.isInstance(known)) {
            return type.cast(known);
        }
        return compute(type, compute);
    }

    /** Computes a value again, and remembers it. */
    public <T> T compute(Class<T> type, Function<PeerCertificate, T> compute) {
        T value = compute.apply(this);
        session.putValue(type.getName(), value);
        return value;
    }
}
