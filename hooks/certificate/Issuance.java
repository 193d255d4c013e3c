import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * Creates keys, and certificates as RFC 5280 defines them. The JDK reads certificates, but has no public API that writes one.
 */
final class Issuance {

    static final String ALGORITHM = "SHA256withECDSA";

    private static final byte[] ALGORITHM_ID = Der.sequence(Der.oid("1.2.840.10045.4.3.2"));
    private static final String KEY_ID = "2.5.29.14";
    private static final int KEY_ID_LENGTH = 20;

    /** Tag and length, twice: the value of an extension is wrapped. */
    private static final int KEY_ID_HEADER = 4;

    private static final int SERIAL_BITS = 127;

    private final SecureRandom random = new SecureRandom();

    /** A new key, and a certificate for it that may sign others. */
    Issued authority(String commonName, Instant now, Duration duration) throws GeneralSecurityException {
        KeyPair keys = keys();
        Instant from = now.truncatedTo(ChronoUnit.SECONDS);
        byte[] keyId = keyId(keys.getPublic());
        List<byte[]> extensions = List.of(
                extension(
                        "2.5.29.19", true, Der.sequence(Der.TRUE, Der.integer(BigInteger.ZERO))), // signs no authority
                extension("2.5.29.15", true, Der.flags(1, 0b0000_0110)), // signs certificates and revocation lists
                extension(KEY_ID, false, Der.octets(keyId)));
        X500Principal name = subject(commonName);
        byte[] content = content(name, keys.getPublic(), name, from, from.plus(duration), extensions);
        return new Issued(signed(content, keys), keys.getPrivate());
    }

    /** A new key, and a certificate for it that servers and clients use. */
    Issued leaf(Issued authority, String commonName, List<String> dnsNames, Instant now, Duration duration)
            throws GeneralSecurityException {
        KeyPair keys = keys();
        Instant from = now.truncatedTo(ChronoUnit.SECONDS);
        List<byte[]> extensions = new ArrayList<>(List.of(
                extension("2.5.29.19", true, Der.sequence()), // signs nothing
                extension("2.5.29.15", true, Der.flags(7, 0b1000_0000)), // proves that its owner has the key
                extension("2.5.29.37", false, Der.sequence(Der.oid("1.3.6.1.5.5.7.3.1"), Der.oid("1.3.6.1.5.5.7.3.2"))),
                extension(KEY_ID, false, Der.octets(keyId(keys.getPublic())))));
        byte[] authorityKeyId = authority.certificate().getExtensionValue(KEY_ID);
        if (authorityKeyId != null) { // it names the right one of two authorities with one name
            byte[] id = Arrays.copyOfRange(authorityKeyId, KEY_ID_HEADER, authorityKeyId.length);
            extensions.add(extension("2.5.29.35", false, Der.sequence(Der.context(0, id))));
        }
        if (!dnsNames.isEmpty()) {
            byte[][] names = dnsNames.stream()
                    .map(name -> Der.context(2, name.getBytes(StandardCharsets.US_ASCII)))
                    .toArray(byte[][]::new);
            extensions.add(extension("2.5.29.17", false, Der.sequence(names)));
        }
        byte[] content = content(
                subject(commonName),
                keys.getPublic(),
                authority.certificate().getSubjectX500Principal(),
                from,
                end(authority, from, duration),
                extensions);
        return new Issued(
                signed(content, new KeyPair(authority.certificate().getPublicKey(), authority.key())),
                keys.getPrivate());
    }

    /** No certificate is valid for longer than that of its authority. */
    static Instant end(Issued authority, Instant from, Duration duration) {
        Instant end = from.plus(duration);
        return end.isBefore(authority.notAfter()) ? end : authority.notAfter();
    }

    static X500Principal subject(String commonName) {
        return new X500Principal("CN=\"" + commonName.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    }

    /** The time until a change; at least a second, so that nothing can make the hook run in a loop. */
    static Duration until(Instant change, Instant now) {
        Duration time = Duration.between(now, change);
        return time.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : time;
    }

    private KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    private byte[] content(
            X500Principal subject,
            PublicKey key,
            X500Principal issuer,
            Instant from,
            Instant until,
            List<byte[]> extensions) {
        return Der.sequence(
                Der.constructed(0, Der.integer(BigInteger.TWO)), // version 3
                Der.integer(new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE)),
                ALGORITHM_ID,
                issuer.getEncoded(),
                Der.sequence(Der.time(from), Der.time(until)),
                subject.getEncoded(),
                key.getEncoded(),
                Der.constructed(3, Der.sequence(extensions.toArray(byte[][]::new))));
    }

    private X509Certificate signed(byte[] content, KeyPair signer) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(ALGORITHM);
        signature.initSign(signer.getPrivate(), random);
        signature.update(content);
        byte[] certificate = Der.sequence(content, ALGORITHM_ID, Der.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
    }

    private static byte[] extension(String id, boolean critical, byte[] value) {
        return critical
                ? Der.sequence(Der.oid(id), Der.TRUE, Der.octets(value))
                : Der.sequence(Der.oid(id), Der.octets(value));
    }

    private static byte[] keyId(PublicKey key) throws GeneralSecurityException {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
        return Arrays.copyOf(hash, KEY_ID_LENGTH);
    }
}
