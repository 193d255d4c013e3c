package io.hookline.http;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;

/** New keys with self-signed certificates for 127.0.0.1 only, which are valid for ten years. */
public final class KeyPairs {

    /** The password of every store and key. */
    public static final char[] PASSWORD = "password".toCharArray();

    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});
    private static final byte[] COMMON_NAME = Der.objectId("550403");
    private static final byte[] ALTERNATIVE_NAMES = Der.objectId("551d11");
    private static final byte[] LOOPBACK = Der.field(7, new byte[] {127, 0, 0, 1});
    private static final SecureRandom RANDOM = new SecureRandom();

    /** A key with its certificate. */
    public record Pair(PrivateKey key, X509Certificate certificate) {
        /** A store of both. */
        public KeyStore store() throws GeneralSecurityException, IOException {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("it", key, PASSWORD, new X509Certificate[] {certificate});
            return store;
        }

        /** The certificate in PEM. */
        public String certificatePem() {
            return Pem.text(certificate);
        }

        byte[] pkcs8() {
            return key.getEncoded();
        }

        /** The key in PEM. */
        public String keyPem() {
            return pem("PRIVATE KEY", pkcs8());
        }
    }

    private KeyPairs() {}

    /** A key on the curve that every TLS client supports. */
    public static Pair ec(String name) throws GeneralSecurityException {
        return selfSigned(name, "EC", 256, "SHA256withECDSA", "300a06082a8648ce3d040302");
    }

    /** A key of the oldest kind, with 2048 bits. */
    public static Pair rsa(String name) throws GeneralSecurityException {
        return selfSigned(name, "RSA", 2048, "SHA256withRSA", "300d06092a864886f70d01010b0500");
    }

    /** A key on an Edwards curve. */
    public static Pair ed25519(String name) throws GeneralSecurityException {
        return selfSigned(name, "EdDSA", 255, "Ed25519", "300506032b6570");
    }

    /** As RFC 5280 requires, with the identifier of the signature's algorithm in hexadecimal digits. */
    private static Pair selfSigned(String name, String kind, int bits, String signing, String identifier)
            throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
        generator.initialize(bits, RANDOM);
        KeyPair keys = generator.generateKeyPair();
        byte[] algorithm = HexFormat.of().parseHex(identifier);
        byte[] subject = Der.sequence(Der.set(Der.sequence(COMMON_NAME, Der.utf8(name))));
        Instant now = Instant.now();
        byte[] signed = Der.sequence(
                Der.fieldOf(0, Der.integer(BigInteger.TWO)), // version 3
                Der.integer(new BigInteger(Long.SIZE, RANDOM)),
                algorithm,
                subject,
                Der.sequence(Der.time(now.minus(Duration.ofMinutes(1))), Der.time(now.plus(Duration.ofDays(3650)))),
                subject,
                keys.getPublic().getEncoded(),
                Der.fieldOf(3, Der.sequence(Der.sequence(ALTERNATIVE_NAMES, Der.octets(Der.sequence(LOOPBACK))))));
        Signature signature = Signature.getInstance(signing);
        signature.initSign(keys.getPrivate());
        signature.update(signed);
        return new Pair(
                keys.getPrivate(), Pem.certificate(Der.sequence(signed, algorithm, Der.bits(0, signature.sign()))));
    }

    static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n" + LINES.encodeToString(der) + "\n-----END " + label + "-----\n";
    }
}
