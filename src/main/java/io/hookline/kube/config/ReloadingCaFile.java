package io.hookline.kube.config;

import io.hookline.http.Pem;
import io.hookline.http.RotatedFiles;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trust in the authorities of a file that another program may replace, as when a cluster's authority is rotated. The
 * file is read again when its last content does not trust a server. Thread-safe.
 */
final class ReloadingCaFile extends X509ExtendedTrustManager {

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
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(trust -> trust.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(trust -> trust.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(trust -> trust.checkServerTrusted(chain, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(trust -> trust.checkClientTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
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
