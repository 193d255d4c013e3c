import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.hookline.hook.Sync;
import io.hookline.object.KubeObject;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * The two authorities of a cluster: one signs the certificates of nodes, the other those of clients. Their keys are random, so a
 * Secret that exists is returned as it is.
 */
final class Authorities {

    private static final HexFormat HEX = HexFormat.of();
    private static final int DAYS = 365;

    private final SecureRandom random = new SecureRandom();

    List<Object> secrets(Sync<Kafka> in) {
        List<Object> secrets = new ArrayList<>();
        for (String name : List.of("cluster-ca", "clients-ca")) {
            String full = in.parent().name() + "-" + name;
            KubeObject old = in.child("v1", "Secret", full).orElse(null);
            secrets.add(old == null ? secret(in, full) : in.unchanged(old));
        }
        return secrets;
    }

    private Secret secret(Sync<Kafka> in, String name) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            KeyPair pair = generator.generateKeyPair();
            return new SecretBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .addToLabels("strimzi.io/cluster", in.parent().name())
                    .endMetadata()
                    .withType("Opaque")
                    .addToData("ca.key", pem("PRIVATE KEY", pair.getPrivate().getEncoded()))
                    .addToData("ca.crt", pem("CERTIFICATE", certificate(name, pair, in.now())))
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every Java runtime has these algorithms
        }
    }

    /** Signs its own certificate (RFC 5280): an authority that may sign others. */
    private byte[] certificate(String name, KeyPair pair, Instant now) throws GeneralSecurityException {
        byte[] algorithm = der(0x30, HEX.parseHex("06082a8648ce3d040302")); // ECDSA with SHA-256
        byte[] issuer = der(0x30, der(0x31, der(0x30, HEX.parseHex("0603550403"), der(0x0c, utf8(name))))); // CN
        byte[] authority = der(0x30, HEX.parseHex("0603551d130101ff040530030101ff")); // basic constraints: CA
        byte[] body = der(
                0x30,
                HEX.parseHex("a003020102"), // version 3
                der(0x02, new BigInteger(127, random).setBit(126).toByteArray()),
                algorithm,
                issuer,
                der(0x30, time(now), time(now.plusSeconds(DAYS * 86_400L))),
                issuer,
                pair.getPublic().getEncoded(),
                der(0xa3, der(0x30, authority)));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(pair.getPrivate(), random);
        signature.update(body);
        return der(0x30, body, algorithm, der(0x03, new byte[1], signature.sign()));
    }

    private static byte[] time(Instant at) {
        String text = DateTimeFormatter.ofPattern("uuMMddHHmmss'Z'").format(at.atOffset(ZoneOffset.UTC));
        return der(0x17, utf8(text));
    }

    /** An element of DER: tag, length and content. */
    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        if (content.size() >= 0x100) {
            element.write(0x82);
            element.write(content.size() >> 8);
        } else if (content.size() >= 0x80) {
            element.write(0x81);
        }
        element.write(content.size());
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** As the data of a Secret. */
    private static String pem(String label, byte[] der) {
        String text = Base64.getMimeEncoder(64, utf8("\n")).encodeToString(der);
        String pem = "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, text, label);
        return Base64.getEncoder().encodeToString(utf8(pem));
    }
}
