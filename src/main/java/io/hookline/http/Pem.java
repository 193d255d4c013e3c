package io.hookline.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** Reads certificates and keys in PEM for TLS, and writes certificates. Messages of failures never contain a key. */
public final class Pem {

    private Pem() {}

    /**
     * Trust in these certificate authorities only. One that cannot be read is ignored.
     *
     * @throws GeneralSecurityException if none can be read
     */
    public static List<TrustManager> trust(String authorities) throws GeneralSecurityException {
        KeyStore store = emptyStore();
        for (X509Certificate certificate : certificates(authorities)) {
            store.setCertificateEntry("authority-" + store.size(), certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return List.of(factory.getTrustManagers());
    }

    /**
     * The certificate of a client or a server, and its key.
     *
     * @param chain the certificate, followed by its intermediate certificates, if any
     * @param key RSA, elliptic curve or Ed25519, in any notation
     * @throws GeneralSecurityException if one of them cannot be read, or they do not belong together
     */
    public static X509ExtendedKeyManager keys(String chain, String key) throws GeneralSecurityException {
        List<X509Certificate> certificates = certificates(chain);
        PrivateKey secret = PrivateKeys.parse(key);
        if (!PrivateKeys.fits(secret, certificates.getFirst().getPublicKey())) {
            throw new InvalidKeyException("the private key does not belong to the certificate");
        }
        return keys(certificates, secret);
    }

    /**
     * A certificate and its key, which belong together.
     *
     * @param chain the certificate, followed by its intermediate certificates, if any
     */
    public static X509ExtendedKeyManager keys(List<X509Certificate> chain, PrivateKey key) {
        return new SingleKeyManager(key, chain);
    }

    /** All certificates that can be read, in order; at least one. */
    public static List<X509Certificate> certificates(String text) throws CertificateException {
        List<X509Certificate> certificates = PemBlock.in(text).stream()
                .filter(block -> block.label().equals("CERTIFICATE"))
                .flatMap(block -> certificate(block).stream())
                .toList();
        if (certificates.isEmpty()) {
            throw new CertificateException("there is no valid PEM certificate");
        }
        return certificates;
    }

    private static Optional<X509Certificate> certificate(PemBlock block) {
        try {
            return Optional.of(certificate(block.der()));
        } catch (CertificateException _) {
            return Optional.empty();
        }
    }

    /** The certificate that these bytes are, in DER. */
    public static X509Certificate certificate(byte[] der) throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
    }

    /** The text of a certificate. */
    public static String text(X509Certificate certificate) {
        try {
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e); // it was read from these bytes
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            return store;
        } catch (IOException e) {
            throw new KeyStoreException(e);
        }
    }
}
