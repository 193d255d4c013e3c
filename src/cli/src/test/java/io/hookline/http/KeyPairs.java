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
    private static final byte[] AUTHORITY =
            Der.sequence(Der.objectId("551d13"), Der.octets(HexFormat.of().parseHex("30030101ff")));
    private static final byte[] LOOPBACK = Der.field(7, new byte[] {127, 0, 0, 1});
    private static final byte[] NAMES = Der.sequence(ALTERNATIVE_NAMES, Der.octets(Der.sequence(LOOPBACK)));
    private static final Instant LATER = Instant.now().plus(Duration.ofDays(3650));
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

    /** A key with a certificate that another key has signed. */
    public record Issued(Pair pair, X509Certificate authority) {}

    /** A key whose certificate an authority has signed for a time, since a client trusts its authorities at any time. */
    public static Issued issued(String name, Instant from, Instant until) throws GeneralSecurityException {
        Kind kind = new Kind("EC", 256, "SHA256withECDSA", "300a06082a8648ce3d040302");
        KeyPair authority = kind.keys();
        KeyPair keys = kind.keys();
        return new Issued(
                new Pair(keys.getPrivate(), kind.sign(name, keys, "authority", authority, from, until, NAMES)),
                kind.sign("authority", authority, "authority", authority, Instant.EPOCH, LATER, AUTHORITY));
    }

    private static Pair selfSigned(String name, String kind, int bits, String signing, String identifier)
            throws GeneralSecurityException {
        Kind of = new Kind(kind, bits, signing, identifier);
        KeyPair keys = of.keys();
        Instant from = Instant.now().minus(Duration.ofMinutes(1));
        return new Pair(keys.getPrivate(), of.sign(name, keys, name, keys, from, LATER, NAMES));
    }

    /**
     * A kind of keys.
     *
     * @param identifier of the signature's algorithm, in hexadecimal digits
     */
    private record Kind(String name, int bits, String signing, String identifier) {

        KeyPair keys() throws GeneralSecurityException {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(name);
            generator.initialize(bits, RANDOM);
            return generator.generateKeyPair();
        }

        /** As RFC 5280 requires. */
        X509Certificate sign(
                String subject,
                KeyPair keys,
                String issuer,
                KeyPair issuing,
                Instant from,
                Instant until,
                byte[] extension)
                throws GeneralSecurityException {
            byte[] algorithm = HexFormat.of().parseHex(identifier);
            byte[] signed = Der.sequence(
                    Der.fieldOf(0, Der.integer(BigInteger.TWO)), // version 3
                    Der.integer(new BigInteger(Long.SIZE, RANDOM)),
                    algorithm,
                    commonName(issuer),
                    Der.sequence(Der.time(from), Der.time(until)),
                    commonName(subject),
                    keys.getPublic().getEncoded(),
                    Der.fieldOf(3, Der.sequence(extension)));
            Signature signature = Signature.getInstance(signing);
            signature.initSign(issuing.getPrivate());
            signature.update(signed);
            return Pem.certificate(Der.sequence(signed, algorithm, Der.bits(0, signature.sign())));
        }
    }

    private static byte[] commonName(String name) {
        return Der.sequence(Der.set(Der.sequence(COMMON_NAME, Der.utf8(name))));
    }

    static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n" + LINES.encodeToString(der) + "\n-----END " + label + "-----\n";
    }
}
