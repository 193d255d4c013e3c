package io.hookline.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;

/** Reads private keys in the three notations that are in use: PKCS #8, PKCS #1 (RSA) and SEC 1 (EC). */
final class PrivateKeys {

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
