package io.hookline.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/** Writes private keys in the formats of older tools. */
final class KeyNotations {
    private KeyNotations() {}

    /** An RSA key is the last element of its envelope: the sequence that starts with version 0 and a large modulus. */
    static byte[] pkcs1(byte[] pkcs8) {
        byte[] algorithm = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
        String all = new String(pkcs8, StandardCharsets.ISO_8859_1);
        int octets = all.indexOf(new String(algorithm, StandardCharsets.ISO_8859_1)) + algorithm.length;
        return Arrays.copyOfRange(pkcs8, octets + 4, pkcs8.length); // tag, and three bytes of length
    }

    /** A key on the curve secp256r1, which it names. */
    static byte[] sec1(byte[] pkcs8) {
        try {
            ECPrivateKey key =
                    (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            byte[] secret = key.getS().toByteArray();
            byte[] padded = new byte[32];
            int length = Math.min(32, secret.length);
            System.arraycopy(secret, secret.length - length, padded, 32 - length, length);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(HexFormat.of().parseHex("30310201010420"));
            out.writeBytes(padded);
            out.writeBytes(HexFormat.of().parseHex("a00a06082a8648ce3d030107"));
            return out.toByteArray();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
