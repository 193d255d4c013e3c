package io.hookline.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

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

    /** Reads private keys in the three notations that are in use: PKCS #8, PKCS #1 (RSA) and SEC 1 (EC). */
    static final class PrivateKeys {

        private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

        /** A header line of keys that OpenSSL encrypted before PKCS #8. */
        private static final String LEGACY_ENCRYPTION = "Proc-Type: 4,ENCRYPTED";

        private PrivateKeys() {}

        static PrivateKey parse(String pem) throws GeneralSecurityException {
            if (pem.contains(LEGACY_ENCRYPTION)) {
                throw new InvalidKeySpecException("the private key is encrypted");
            }
            PemBlock block = PemBlock.in(pem).stream()
                    .filter(b -> b.label().endsWith("PRIVATE KEY"))
                    .findFirst()
                    .orElseThrow(() -> new InvalidKeySpecException("there is no valid PEM private key"));
            return switch (block.label()) {
                case "RSA PRIVATE KEY" -> key(Der.pkcs8OfRsa(block.der()));
                case "EC PRIVATE KEY" -> key(Der.pkcs8OfEc(block.der()));
                case "ENCRYPTED PRIVATE KEY" -> throw new InvalidKeySpecException("the private key is encrypted");
                default -> key(block.der());
            };
        }

        private static PrivateKey key(byte[] pkcs8) throws GeneralSecurityException {
            InvalidKeySpecException failure =
                    new InvalidKeySpecException("the private key cannot be read: it is not one of " + ALGORITHMS);
            for (String algorithm : ALGORITHMS) {
                try {
                    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
                } catch (InvalidKeySpecException e) {
                    failure.addSuppressed(e);
                }
            }
            throw failure;
        }

        /** Whether the public key verifies a signature of the private key. */
        static boolean fits(PrivateKey secret, PublicKey open) throws GeneralSecurityException {
            String algorithm = secret.getAlgorithm();
            if (!open.getAlgorithm().equals(algorithm)) {
                return false;
            }
            Signature signature = Signature.getInstance(
                    switch (algorithm) {
                        case "RSA" -> "SHA256withRSA";
                        case "EC" -> "SHA256withECDSA";
                        default -> algorithm;
                    });
            byte[] probe = "hookline".getBytes(StandardCharsets.US_ASCII);
            signature.initSign(secret);
            signature.update(probe);
            byte[] signed = signature.sign();
            signature.initVerify(open);
            signature.update(probe);
            return signature.verify(signed);
        }
    }

    /**
     * The one key of a server or a client. A key store would encrypt the key first, only to decrypt it again, which
     * takes longer than to create a key.
     */
    static final class SingleKeyManager extends X509ExtendedKeyManager {

        private static final String ALIAS = "key";

        private final PrivateKey key;
        private final List<X509Certificate> chain;

        SingleKeyManager(PrivateKey key, List<X509Certificate> chain) {
            this.key = key;
            this.chain = List.copyOf(chain);
        }

        /** Whether a peer accepts the certificate: its type of key, and one of its issuers if the peer names any. */
        private boolean fits(String keyType, Principal @Nullable [] issuers) {
            return keyType.equals(key.getAlgorithm())
                    && (issuers == null
                            || issuers.length == 0
                            || chain.stream()
                                    .anyMatch(each -> Arrays.asList(issuers).contains(each.getIssuerX500Principal())));
        }

        @Override
        public @Nullable String chooseServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return fits(keyType, issuers) ? ALIAS : null;
        }

        @Override
        public @Nullable String chooseEngineServerAlias(
                String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            return fits(keyType, issuers) ? ALIAS : null;
        }

        @Override
        public @Nullable String chooseClientAlias(
                String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return Arrays.stream(keyTypes).anyMatch(type -> fits(type, issuers)) ? ALIAS : null;
        }

        @Override
        public @Nullable String chooseEngineClientAlias(
                String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            return chooseClientAlias(keyTypes, issuers, null);
        }

        @Override
        public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
            return fits(keyType, issuers) ? new String[] {ALIAS} : null;
        }

        @Override
        public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
            return getServerAliases(keyType, issuers);
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return chain.toArray(X509Certificate[]::new);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key;
        }
    }
}
