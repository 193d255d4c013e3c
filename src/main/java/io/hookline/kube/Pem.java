package io.hookline.kube;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** Certificates and private keys as kubeconfigs hold them: RSA, elliptic curves and Ed25519, in any of their PEM forms. */
final class Pem {

    private static final Pattern KEY =
            Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)-----END", Pattern.DOTALL);

    /** Only in memory, but the JDK wants one. */
    private static final char[] PASSWORD = {'x'};

    private Pem() {}

    /** Trust in these authorities and no others. */
    static TrustManager[] trust(byte[] authorities) throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        int count = 0;
        for (Certificate certificate : certificates(authorities)) {
            store.setCertificateEntry("ca-" + count++, certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    /** A client certificate, with the chain above it if there is one, and its key. */
    static X509ExtendedKeyManager keys(byte[] chain, byte[] key) throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        store.setKeyEntry(
                "client", privateKey(key), PASSWORD, certificates(chain).toArray(new Certificate[0]));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, PASSWORD);
        return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static List<Certificate> certificates(byte[] pem) throws CertificateException {
        List<Certificate> certificates = List.copyOf(
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)));
        if (certificates.isEmpty()) {
            throw new CertificateException("there is no certificate in it");
        }
        return certificates;
    }

    private static PrivateKey privateKey(byte[] pem) throws GeneralSecurityException {
        Matcher block = KEY.matcher(new String(pem, StandardCharsets.US_ASCII));
        if (!block.find()) {
            throw new InvalidKeySpecException("there is no private key in it");
        }
        byte[] der = Base64.getMimeDecoder().decode(block.group(2));
        return switch (block.group(1)) {
            case "" -> anyOf(der, "RSA", "EC", "Ed25519");
            case "RSA " -> anyOf(Der.pkcs8OfRsa(der), "RSA");
            case "EC " -> anyOf(Der.pkcs8OfCurve(der), "EC");
            default -> throw new InvalidKeySpecException("the private key is encrypted or of an unknown type");
        };
    }

    private static PrivateKey anyOf(byte[] pkcs8, String... algorithms) throws GeneralSecurityException {
        InvalidKeySpecException last = new InvalidKeySpecException("the private key cannot be read");
        for (String algorithm : algorithms) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (InvalidKeySpecException e) {
                last.addSuppressed(e);
            }
        }
        throw last;
    }
}
