package io.hookline.hook;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.GoJson;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 hash of a content, for names and annotations.
 *
 * <pre>{@code
 * Hash config = in.hash(configMap.getData());
 * String name = Names.subdomain(in.parent().name(), "config", config.text()); // web-config-5vbqxzd8n4
 * }</pre>
 *
 * <p>{@link Sync#hash} hashes an object. Equal contents have equal hashes in all processes and versions.
 *
 * @param hex 64 hexadecimal digits
 */
public record Hash(String hex) {

    /** The characters of names that Kubernetes generates: no vowels, so no words. */
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SHORT = 10;

    /** Hashes a text. */
    public static Hash of(String content) {
        return of(content.getBytes(StandardCharsets.UTF_8));
    }

    /** Hashes bytes. */
    public static Hash of(byte[] content) {
        try {
            return new Hash(HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java runtime has SHA-256
        }
    }

    /** Hashes JSON, independent of the order of its fields. */
    static Hash of(JsonNode content) {
        return of(GoJson.bytes(content));
    }

    /**
     * Returns the hash in ten characters that names and label values may contain, such as {@code 5vbqxzd8n4}.
     *
     * <p>Among a million contents of one name, two have the same text with a probability of 0.25 %.
     */
    public String text() {
        BigInteger rest = new BigInteger(hex, 16);
        BigInteger base = BigInteger.valueOf(ALPHABET.length());
        StringBuilder text = new StringBuilder();
        while (text.length() < SHORT) {
            BigInteger[] parts = rest.divideAndRemainder(base);
            text.append(ALPHABET.charAt(parts[1].intValue()));
            rest = parts[0];
        }
        return text.toString();
    }

    /** The 64 hexadecimal digits. */
    @Override
    public String toString() {
        return hex;
    }
}
