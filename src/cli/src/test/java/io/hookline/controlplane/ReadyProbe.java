package io.hookline.controlplane;

import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import javax.net.ssl.HttpsURLConnection;

/** Asks a server whether it is ready. */
record ReadyProbe(String server, ServerCertificate certificate) {

    boolean isReady() {
        if (!certificate.exists()) {
            return false;
        }
        try {
            HttpsURLConnection connection =
                    (HttpsURLConnection) URI.create(server + "/readyz").toURL().openConnection();
            connection.setSSLSocketFactory(certificate.trust().getSocketFactory());
            connection.setRequestProperty("Authorization", "Bearer " + ControlPlane.token(ControlPlane.ADMIN));
            connection.setConnectTimeout(1000);
            connection.setReadTimeout(1000);
            return connection.getResponseCode() == 200;
        } catch (IOException | GeneralSecurityException _) {
            return false;
        }
    }
}
