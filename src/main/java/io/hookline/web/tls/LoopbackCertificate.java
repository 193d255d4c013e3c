package io.hookline.web.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Writes an X.509 certificate (RFC 5280) for the loopback addresses, signed with its own key. The JDK reads certificates, but has
 * no public API that creates one. Strict clients require the key identifiers and the key usages.
 */
final class LoopbackCertificate {

    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BITS = 0x03;
    private static final int OCTETS = 0x04;
    private static final int OBJECT_ID = 0x06;
    private static final int UTF8 = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;

    private static final int GENERALIZED_SINCE = 2050;

    private static final byte[] COMMON_NAME = id(0x55, 0x04, 0x03);
    private static final byte[] ECDSA_WITH_SHA256 = id(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02);
    private static final byte[] SUBJECT_KEY_ID = id(0x55, 0x1d, 0x0e);
    private static final byte[] KEY_USAGE = id(0x55, 0x1d, 0x0f);
    private static final byte[] ALTERNATIVE_NAMES = id(0x55, 0x1d, 0x11);
    private static final byte[] BASIC_CONSTRAINTS = id(0x55, 0x1d, 0x13);
    private static final byte[] AUTHORITY_KEY_ID = id(0x55, 0x1d, 0x23);
    private static final byte[] EXTENDED_KEY_USAGE = id(0x55, 0x1d, 0x25);
    private static final byte[] SERVER_AUTHENTICATION = id(0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01);

    private static final byte[] TRUE = element(BOOLEAN, new byte[] {(byte) 0xff});

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
        byte[] algorithm = element(SEQUENCE, ECDSA_WITH_SHA256);
        byte[] name = element(
                SEQUENCE,
                element(
                        SET,
                        element(
                                SEQUENCE,
                                COMMON_NAME,
                                element(UTF8, "hookline dev".getBytes(StandardCharsets.UTF_8)))));
        byte[] signed = element(
                SEQUENCE,
                element(0xa0, element(INTEGER, new byte[] {2})), // version 3
                element(INTEGER, serial.toByteArray()),
                algorithm,
                name,
                element(SEQUENCE, time(now.minus(Duration.ofDays(1))), time(now.plus(Duration.ofDays(365)))),
                name,
                keys.getPublic().getEncoded(),
                element(0xa3, extensions()));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(signed);
        return element(SEQUENCE, signed, algorithm, bits(signature.sign()));
    }

    private byte[] extensions() throws GeneralSecurityException {
        byte[] keyId =
                MessageDigest.getInstance("SHA-1").digest(keys.getPublic().getEncoded());
        return element(
                SEQUENCE,
                extension(BASIC_CONSTRAINTS, TRUE, element(SEQUENCE, TRUE)),
                extension(KEY_USAGE, TRUE, element(BITS, new byte[] {2, (byte) 0x84})), // to sign, also certificates
                extension(EXTENDED_KEY_USAGE, new byte[0], element(SEQUENCE, SERVER_AUTHENTICATION)),
                extension(SUBJECT_KEY_ID, new byte[0], element(OCTETS, keyId)),
                extension(AUTHORITY_KEY_ID, new byte[0], element(SEQUENCE, element(0x80, keyId))),
                extension(ALTERNATIVE_NAMES, new byte[0], names()));
    }

    private static byte[] names() {
        byte[] loopback6 = new byte[16];
        loopback6[15] = 1;
        return element(
                SEQUENCE,
                element(0x82, "localhost".getBytes(StandardCharsets.US_ASCII)),
                element(0x87, new byte[] {127, 0, 0, 1}),
                element(0x87, loopback6));
    }

    private static byte[] extension(byte[] id, byte[] critical, byte[] value) {
        return element(SEQUENCE, id, critical, element(OCTETS, value));
    }

    private static byte[] time(Instant instant) {
        var at = instant.atOffset(ZoneOffset.UTC);
        boolean generalized = at.getYear() >= GENERALIZED_SINCE;
        String text = DateTimeFormatter.ofPattern(generalized ? "uuuuMMddHHmmss'Z'" : "uuMMddHHmmss'Z'")
                .format(at);
        return element(generalized ? GENERALIZED_TIME : UTC_TIME, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] bits(byte[] whole) {
        return element(BITS, new byte[] {0}, whole); // no unused bits
    }

    private static byte[] id(int... encoded) {
        byte[] content = new byte[encoded.length];
        for (int i = 0; i < encoded.length; i++) {
            content[i] = (byte) encoded[i];
        }
        return element(OBJECT_ID, content);
    }

    private static byte[] element(int tag, byte[]... contents) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : contents) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        writeLength(content.size(), element);
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }

    /** DER requires the shortest form. A certificate is shorter than 64 KiB. */
    private static void writeLength(int length, ByteArrayOutputStream out) {
        if (length >= 0x100) {
            out.write(0x82);
            out.write(length >> Byte.SIZE);
        } else if (length >= 0x80) {
            out.write(0x81);
        }
        out.write(length);
    }
}
