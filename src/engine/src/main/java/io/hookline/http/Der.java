package io.hookline.http;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.spec.InvalidKeySpecException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * ASN.1's binary notation (X.690): writes the elements of which certificates and keys consist. The JDK reads both, but has no public
 * API that creates a certificate, and it reads a private key only in the envelope of PKCS #8.
 */
public final class Der {

    private static final int GENERALIZED_SINCE = 2050;
    private static final int CURVE = 0xa0;
    private static final byte[] VERSION_0 = integer(BigInteger.ZERO);
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
    private static final byte[] EC = objectId("2a8648ce3d0201");

    private Der() {}

    /** A sequence of elements. */
    public static byte[] sequence(byte[]... elements) {
        return element(0x30, elements);
    }

    /** A set of elements. */
    public static byte[] set(byte[]... elements) {
        return element(0x31, elements);
    }

    /** The value true. */
    public static byte[] yes() {
        return element(0x01, new byte[] {(byte) 0xff});
    }

    /** A whole number. */
    public static byte[] integer(BigInteger value) {
        return element(0x02, value.toByteArray());
    }

    /** A string of bytes. */
    public static byte[] octets(byte[] content) {
        return element(0x04, content);
    }

    /**
     * A string of bits.
     *
     * @param unused how many bits of the last byte are no part of it
     */
    public static byte[] bits(int unused, byte[] bytes) {
        return element(0x03, new byte[] {(byte) unused}, bytes);
    }

    /** An object identifier, whose encoded content is given in hexadecimal digits. */
    public static byte[] objectId(String hex) {
        return element(0x06, HexFormat.of().parseHex(hex));
    }

    /** A text. */
    public static byte[] utf8(String text) {
        return element(0x0c, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A time, to the second. RFC 5280 requires a year of two digits until 2049, and of four digits later. */
    public static byte[] time(Instant instant) {
        var at = instant.atOffset(ZoneOffset.UTC);
        boolean generalized = at.getYear() >= GENERALIZED_SINCE;
        String text = DateTimeFormatter.ofPattern(generalized ? "uuuuMMddHHmmss'Z'" : "uuMMddHHmmss'Z'")
                .format(at);
        return element(generalized ? 0x18 : 0x17, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** A field with a number, of simple content. */
    public static byte[] field(int number, byte[] content) {
        return element(0x80 | number, content);
    }

    /** A field with a number, of another element. */
    public static byte[] fieldOf(int number, byte[] element) {
        return element(0xa0 | number, element);
    }

    static byte[] pkcs8OfRsa(byte[] pkcs1) {
        return sequence(VERSION_0, RSA, octets(pkcs1));
    }

    /** PKCS #8 also names the curve in its envelope; in SEC 1 only the key contains it. */
    static byte[] pkcs8OfEc(byte[] sec1) throws InvalidKeySpecException {
        return sequence(VERSION_0, sequence(EC, curve(sec1)), octets(sec1));
    }

    private static byte[] curve(byte[] sec1) throws InvalidKeySpecException {
        try {
            int end = sec1.length;
            int at = content(sec1, 0);
            while (at < end) {
                int content = content(sec1, at);
                int next = content + length(sec1, at);
                if ((sec1[at] & 0xff) == CURVE) {
                    return Arrays.copyOfRange(sec1, content, next);
                }
                at = next;
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new InvalidKeySpecException("the EC private key cannot be read", e);
        }
        throw new InvalidKeySpecException("the EC private key does not name its curve");
    }

    /** The offset of the content of the element at this offset. */
    private static int content(byte[] der, int at) {
        int first = der[at + 1] & 0xff;
        return at + 2 + (first < 0x80 ? 0 : first & 0x7f);
    }

    private static int length(byte[] der, int at) {
        int first = der[at + 1] & 0xff;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < (first & 0x7f); i++) {
            length = (length << 8) | (der[at + 2 + i] & 0xff);
        }
        if (length < 0) {
            throw new IllegalArgumentException("negative length");
        }
        return length;
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

    /** A short length in one byte, a longer one as its number of bytes followed by these. DER requires the shortest form. */
    private static void writeLength(int length, ByteArrayOutputStream out) {
        if (length < 0x80) {
            out.write(length);
            return;
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(length);
        int bytes = (bits + Byte.SIZE - 1) / Byte.SIZE;
        out.write(0x80 | bytes);
        for (int shift = (bytes - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            out.write(length >> shift);
        }
    }
}
