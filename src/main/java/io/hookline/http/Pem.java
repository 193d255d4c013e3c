package io.hookline.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** Reads certificates and keys in PEM for TLS. Messages of failures never contain a key. */
public final class Pem {

    /** The key store is in memory only. */
    private static final char[] NO_PASSWORD = new char[0];

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
     * A client's certificate and its key.
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
        KeyStore store = emptyStore();
        store.setKeyEntry("client", secret, NO_PASSWORD, certificates.toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
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
            return Optional.of((X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block.der())));
        } catch (CertificateException _) {
            return Optional.empty();
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
