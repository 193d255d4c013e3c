package io.hookline.webhook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Makes TLS contexts of PEM text. */
final class TlsContexts {

    private static final char[] NO_PASSWORD = new char[0];

    private TlsContexts() {}

    /** Given roots replace the system's: nobody else is trusted. */
    static SSLContext context(TlsMaterial material) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    material.identity().map(TlsContexts::keyManagers).orElse(null),
                    trustManagers(material.roots()),
                    null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new WebhookException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    /** Checks that the certificate can be used with the key, and packs both. */
    static KeyStore identity(TlsMaterial.Identity identity) {
        List<X509Certificate> chain = Pem.certificates(identity.certificates());
        if (chain.isEmpty()) {
            throw new WebhookException("there is no valid PEM certificate");
        }
        PrivateKey key = PrivateKeys.parse(identity.privateKey());
        try {
            if (!belongTogether(chain.getFirst(), key)) {
                throw new WebhookException("the private key does not belong to the certificate");
            }
            KeyStore store = emptyStore();
            store.setKeyEntry("client", key, NO_PASSWORD, chain.toArray(Certificate[]::new));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new WebhookException("the client certificate cannot be used: " + e.getMessage(), e);
        }
    }

    private static boolean belongTogether(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
        String algorithm = key.getAlgorithm();
        if (!certificate.getPublicKey().getAlgorithm().equals(algorithm)) {
            return false;
        }
        Signature signature = Signature.getInstance(
                switch (algorithm) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> algorithm;
                });
        byte[] probe = "hookline".getBytes(StandardCharsets.US_ASCII);
        signature.initSign(key);
        signature.update(probe);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(probe);
        return signature.verify(signed);
    }

    private static KeyManager[] keyManagers(TlsMaterial.Identity identity) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(identity(identity), NO_PASSWORD);
            return keys.getKeyManagers();
        } catch (GeneralSecurityException e) {
            throw new WebhookException("the client certificate cannot be used: " + e.getMessage(), e);
        }
    }

    private static TrustManager @Nullable [] trustManagers(Optional<String> roots)
            throws GeneralSecurityException, IOException {
        if (roots.isEmpty()) {
            return null; // the system's
        }
        KeyStore store = emptyStore();
        List<X509Certificate> certificates = Pem.certificates(roots.get());
        for (int i = 0; i < certificates.size(); i++) {
            store.setCertificateEntry("root" + i, certificates.get(i));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust.getTrustManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
