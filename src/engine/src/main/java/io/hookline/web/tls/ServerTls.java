package io.hookline.web.tls;

import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/** The key and the certificate of a server, which may be replaced while it runs. */
public interface ServerTls {

    /** The present one. */
    SSLContext context();

    /** Whether the server requests a certificate of each client, which may send none. */
    boolean asksForCertificates();

    /** Sets what is done with each later context: new connections use it. */
    void whenReplaced(Consumer<SSLContext> use);

    /** A context that is never replaced, without client certificates. */
    static ServerTls of(SSLContext context) {
        return new ServerTls() {
            @Override
            public SSLContext context() {
                return context;
            }

            @Override
            public boolean asksForCertificates() {
                return false;
            }

            @Override
            public void whenReplaced(Consumer<SSLContext> use) {}
        };
    }
}
