package io.hookline.web.tls;

import io.hookline.http.Der;
import io.hookline.http.Pem;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * A new key and a self-signed certificate for the loopback addresses and {@code localhost}. Clients trust the
 * certificate as their authority. Both exist in memory only.
 *
 * @param context for the server
 * @param certificate for clients
 */
public record SelfSignedCertificate(SSLContext context, X509Certificate certificate) {

    /** The curve that every TLS client supports. Its keys are created in microseconds. */
    private static final String CURVE = "secp256r1";

    /** Without this, the JDK reads all its public authorities first, which takes longer than all the rest. */
    private static final TrustManager[] NO_CLIENT_CERTIFICATES = {};

    /**
     * Creates a key and a certificate that is valid for a year.
     *
     * @param now the present time
     */
    public static SelfSignedCertificate create(Instant now, SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(CURVE), random);
            KeyPair keys = generator.generateKeyPair();
            byte[] der = new LoopbackCertificate(keys, new BigInteger(Long.SIZE, random), now).der();
            X509Certificate certificate = Pem.certificate(der);
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager key = Pem.keys(List.of(certificate), keys.getPrivate());
            context.init(new KeyManager[] {key}, NO_CLIENT_CERTIFICATES, random);
            return new SelfSignedCertificate(context, certificate);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot create an EC certificate", e);
        }
    }

    /** The certificate in PEM. */
    public String pem() {
        return Pem.text(certificate);
    }

    /**
     * Writes an X.509 certificate (RFC 5280) for the loopback addresses, signed with its own key. The JDK reads
     * certificates, but has no public API that creates one. Strict clients require the key identifiers and the key
     * usages.
     */
    static final class LoopbackCertificate {

        private static final byte[] COMMON_NAME = Der.objectId("550403");
        private static final byte[] ECDSA_WITH_SHA256 = Der.objectId("2a8648ce3d040302");
        private static final byte[] SUBJECT_KEY_ID = Der.objectId("551d0e");
        private static final byte[] KEY_USAGE = Der.objectId("551d0f");
        private static final byte[] ALTERNATIVE_NAMES = Der.objectId("551d11");
        private static final byte[] BASIC_CONSTRAINTS = Der.objectId("551d13");
        private static final byte[] AUTHORITY_KEY_ID = Der.objectId("551d23");
        private static final byte[] EXTENDED_KEY_USAGE = Der.objectId("551d25");
        private static final byte[] SERVER_AUTHENTICATION = Der.objectId("2b06010505070301");

        private static final byte[] NOT_CRITICAL = {};

        private final KeyPair keys;
        private final BigInteger serial;
        private final Instant now;

        LoopbackCertificate(KeyPair keys, BigInteger serial, Instant now) {
            this.keys = keys;
            this.serial = serial;
            this.now = now;
        }

        /** The signed certificate. It is valid from a day ago, for clients whose clock is late. */
        byte[] der() throws GeneralSecurityException {
            byte[] algorithm = Der.sequence(ECDSA_WITH_SHA256);
            byte[] name = Der.sequence(Der.set(Der.sequence(COMMON_NAME, Der.utf8("hookline dev"))));
            byte[] signed = Der.sequence(
                    Der.fieldOf(0, Der.integer(BigInteger.TWO)), // version 3
                    Der.integer(serial),
                    algorithm,
                    name,
                    Der.sequence(Der.time(now.minus(Duration.ofDays(1))), Der.time(now.plus(Duration.ofDays(365)))),
                    name,
                    keys.getPublic().getEncoded(),
                    Der.fieldOf(3, extensions()));
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(signed);
            return Der.sequence(signed, algorithm, Der.bits(0, signature.sign()));
        }

        private byte[] extensions() throws GeneralSecurityException {
            byte[] keyId =
                    MessageDigest.getInstance("SHA-1").digest(keys.getPublic().getEncoded());
            return Der.sequence(
                    extension(BASIC_CONSTRAINTS, Der.yes(), Der.sequence(Der.yes())),
                    extension(
                            KEY_USAGE, Der.yes(), Der.bits(2, new byte[] {(byte) 0x84})), // to sign, also certificates
                    extension(EXTENDED_KEY_USAGE, NOT_CRITICAL, Der.sequence(SERVER_AUTHENTICATION)),
                    extension(SUBJECT_KEY_ID, NOT_CRITICAL, Der.octets(keyId)),
                    extension(AUTHORITY_KEY_ID, NOT_CRITICAL, Der.sequence(Der.field(0, keyId))),
                    extension(ALTERNATIVE_NAMES, NOT_CRITICAL, names()));
        }

        private static byte[] names() {
            byte[] loopback6 = new byte[16];
            loopback6[15] = 1;
            return Der.sequence(
                    Der.field(2, "localhost".getBytes(StandardCharsets.US_ASCII)),
                    Der.field(7, new byte[] {127, 0, 0, 1}),
                    Der.field(7, loopback6));
        }

        private static byte[] extension(byte[] id, byte[] critical, byte[] value) {
            return Der.sequence(id, critical, Der.octets(value));
        }
    }
}
