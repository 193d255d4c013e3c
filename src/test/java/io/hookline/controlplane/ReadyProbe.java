package io.hookline.controlplane;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks a server whether it is ready, trusting the certificate that it makes for itself when it starts. */
record ReadyProbe(String server, Path certificate) {

    boolean isReady() {
        if (!Files.exists(certificate)) {
            return false;
        }
        try {
            HttpsURLConnection connection =
                    (HttpsURLConnection) URI.create(server + "/readyz").toURL().openConnection();
            connection.setSSLSocketFactory(trust().getSocketFactory());
            connection.setRequestProperty("Authorization", "Bearer " + ControlPlane.token(ControlPlane.ADMIN));
            connection.setConnectTimeout(1000);
            connection.setReadTimeout(1000);
            return connection.getResponseCode() == 200;
        } catch (IOException | GeneralSecurityException _) {
            return false;
        }
    }

    private SSLContext trust() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(certificate)) {
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
