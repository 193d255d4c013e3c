package io.hookline.http;

import java.io.ByteArrayOutputStream;
import java.security.spec.InvalidKeySpecException;
import java.util.Arrays;
import java.util.HexFormat;

/** The part of ASN.1's binary notation that wraps older private keys into PKCS #8, which the JDK reads. */
final class Der {

    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final int CURVE = 0xa0;
    private static final byte[] VERSION_0 = {2, 1, 0};
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

    private Der() {}

    static byte[] pkcs8OfRsa(byte[] pkcs1) {
        return element(SEQUENCE, VERSION_0, RSA, element(OCTETS, pkcs1));
    }

    /** PKCS #8 also names the curve in its envelope; in SEC 1 only the key contains it. */
    static byte[] pkcs8OfEc(byte[] sec1) throws InvalidKeySpecException {
        byte[] algorithm = element(SEQUENCE, EC, curve(sec1));
        return element(SEQUENCE, VERSION_0, algorithm, element(OCTETS, sec1));
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
