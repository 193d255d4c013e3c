package io.hookline.web.tls;

import javax.net.ssl.SSLContext;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The TLS of a Jetty server. Connections that are open keep the context with which they began. */
public final class ReplaceableTls {
    private ReplaceableTls() {}

    /** A factory that follows the source. */
    public static SslContextFactory.Server factory(ServerTls source) {
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        tls.setWantClientAuth(source.asksForCertificates());
        tls.setSslContext(source.context());
        source.whenReplaced(context -> replace(tls, context));
        return tls;
    }

    private static void replace(SslContextFactory.Server tls, SSLContext context) {
        try {
            tls.reload(factory -> factory.setSslContext(context));
        } catch (Exception e) {
            throw new IllegalStateException("the new certificate cannot be used: " + e.getMessage(), e);
        }
    }
}
