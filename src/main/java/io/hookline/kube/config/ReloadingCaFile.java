package io.hookline.kube.config;

import io.hookline.http.Pem;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trust in the authorities of a file that another program may replace, as when a cluster's authority is rotated. The
 * file is read again when its last content does not trust a server. Thread-safe.
 */
final class ReloadingCaFile extends X509ExtendedTrustManager {

    private final Path file;
    private volatile Known known;

    private record Known(String pem, X509ExtendedTrustManager trust) {
        static Known of(String pem) throws GeneralSecurityException {
            return new Known(pem, (X509ExtendedTrustManager) Pem.trust(pem).getFirst());
        }
    }

    private interface Check {
        void by(X509ExtendedTrustManager trust) throws CertificateException;
    }

    /**
     * Trusts the current content of the file.
     *
     * @param pem its content
     * @throws GeneralSecurityException if it contains no certificate
     */
    ReloadingCaFile(Path file, String pem) throws GeneralSecurityException {
        this.file = file;
        this.known = Known.of(pem);
    }

    private void check(Check check) throws CertificateException {
        Known before = known;
        try {
            check.by(before.trust());
        } catch (CertificateException e) {
            Known now = read();
            if (now.pem().equals(before.pem())) {
                throw e;
            }
            check.by(now.trust());
        }
    }

    /** Returns the current content of the file, or the last one that was valid. */
    private Known read() {
        try {
            String pem = Files.readString(file, StandardCharsets.ISO_8859_1);
            if (!pem.equals(known.pem())) {
                known = Known.of(pem);
            }
        } catch (IOException | GeneralSecurityException _) {
            // the file may be half written: this connection fails, and the next one reads the file again
        }
        return known;
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
        return known.trust().getAcceptedIssuers();
    }
}
