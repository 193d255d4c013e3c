package io.hookline.kube;

import java.io.ByteArrayOutputStream;
import java.security.spec.InvalidKeySpecException;
import java.util.Arrays;

/** Puts the older forms of private keys (PKCS #1, SEC 1) into the one that the JDK reads (PKCS #8). */
final class Der {

    private static final int INTEGER = 0x02;
    private static final int OCTETS = 0x04;
    private static final int SEQUENCE = 0x30;
    private static final int PARAMETERS = 0xa0;

    private static final byte[] VERSION_0 = {INTEGER, 1, 0};

    /** 1.2.840.113549.1.1.1 with its empty parameters. */
    private static final byte[] RSA = {
        0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00
    };

    /** 1.2.840.10045.2.1; its parameters name the curve. */
    private static final byte[] CURVE = {0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01};

    private Der() {}

    static byte[] pkcs8OfRsa(byte[] pkcs1) {
        return element(SEQUENCE, VERSION_0, element(SEQUENCE, RSA), element(OCTETS, pkcs1));
    }

    static byte[] pkcs8OfCurve(byte[] sec1) throws InvalidKeySpecException {
        return element(SEQUENCE, VERSION_0, element(SEQUENCE, CURVE, curveOf(sec1)), element(OCTETS, sec1));
    }

    /** The name of the curve is the third part of the sequence: version, key, parameters. */
    private static byte[] curveOf(byte[] sec1) throws InvalidKeySpecException {
        try {
            int pos = content(sec1, 0);
            pos = end(sec1, pos); // version
            pos = end(sec1, pos); // key
            if ((sec1[pos] & 0xff) == PARAMETERS) {
                return Arrays.copyOfRange(sec1, content(sec1, pos), end(sec1, pos));
            }
        } catch (ArrayIndexOutOfBoundsException _) {
            // told below: too short to be one
        }
        throw new InvalidKeySpecException("the private key does not name its curve");
    }

    private static int content(byte[] der, int start) {
        int first = der[start + 1] & 0xff;
        return first < 0x80 ? start + 2 : start + 2 + (first & 0x7f);
    }

    private static int end(byte[] der, int start) {
        int content = content(der, start);
        int length = der[start + 1] & 0xff;
        if (length >= 0x80) {
            length = 0;
            for (int i = start + 2; i < content; i++) {
                length = length << 8 | (der[i] & 0xff);
            }
        }
        return content + length;
    }

    private static byte[] element(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(tag);
        int length = content.size();
        if (length < 0x80) {
            whole.write(length);
        } else {
            int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / 8;
            whole.write(0x80 | bytes);
            for (int i = bytes - 1; i >= 0; i--) {
                whole.write(length >> (8 * i));
            }
        }
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }
}
