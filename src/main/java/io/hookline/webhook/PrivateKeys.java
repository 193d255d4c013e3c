package io.hookline.webhook;

import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import java.util.Optional;

/** Reads private keys in the three notations that Secrets hold: PKCS #8, PKCS #1 (RSA) and SEC 1 (EC). */
final class PrivateKeys {

    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private PrivateKeys() {}

    static PrivateKey parse(String pem) {
        Pem.Block block = Pem.blocks(pem).stream()
                .filter(b -> b.label().endsWith("PRIVATE KEY"))
                .findFirst()
                .orElseThrow(() -> new WebhookException("there is no valid PEM private key"));
        return switch (block.label()) {
            case "RSA PRIVATE KEY" -> key(Der.pkcs8OfRsa(block.der()));
            case "EC PRIVATE KEY" -> key(Der.pkcs8OfEc(block.der()));
            case "ENCRYPTED PRIVATE KEY" -> throw new WebhookException("the private key is encrypted");
            default -> key(block.der());
        };
    }

    private static PrivateKey key(byte[] pkcs8) {
        return ALGORITHMS.stream()
                .flatMap(algorithm -> key(algorithm, pkcs8).stream())
                .findFirst()
                .orElseThrow(() -> new WebhookException("the private key cannot be read: it is none of " + ALGORITHMS));
    }

    /** Empty if it is of another algorithm. */
    private static Optional<PrivateKey> key(String algorithm, byte[] pkcs8) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
        } catch (InvalidKeySpecException _) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
