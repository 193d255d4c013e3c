package io.hookline.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The certificate that a server makes for itself when it starts. */
record ServerCertificate(Path file) {

    boolean exists() {
        return Files.exists(file);
    }

    /** Trusts it and nothing else. */
    SSLContext trust() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(file)) {
            int count = 0;
            for (var each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("server-" + count++, each);
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
