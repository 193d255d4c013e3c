import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes the elements of DER (X.690) that a certificate consists of. */
final class Der {

    static final byte[] TRUE = element(0x01, new byte[] {(byte) 0xff});

    private static final int GENERALIZED_SINCE = 2050;

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return element(0x30, parts);
    }

    static byte[] integer(BigInteger value) {
        return element(0x02, value.toByteArray());
    }

    static byte[] octets(byte[] content) {
        return element(0x04, content);
    }

    static byte[] bits(byte[] wholeBytes) {
        return element(0x03, new byte[] {0}, wholeBytes);
    }

    /** Bits of which the last ones are unused. */
    static byte[] flags(int unused, int flags) {
        return element(0x03, new byte[] {(byte) unused, (byte) flags});
    }

    /** An object identifier such as {@code 2.5.29.14}. */
    static byte[] oid(String dotted) {
        String[] numbers = dotted.split("\\.");
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.write(Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
        for (int i = 2; i < numbers.length; i++) {
            int number = Integer.parseInt(numbers[i]);
            for (int shift = 28; shift > 0; shift -= 7) { // groups of seven bits, all but the last one marked
                if (number >> shift != 0) {
                    content.write(number >> shift & 0x7f | 0x80);
                }
            }
            content.write(number & 0x7f);
        }
        return element(0x06, content.toByteArray());
    }

    /** RFC 5280 requires a year of two digits until 2049, and of four digits later. */
    static byte[] time(Instant instant) {
        var at = instant.atOffset(ZoneOffset.UTC);
        boolean generalized = at.getYear() >= GENERALIZED_SINCE;
        String text = DateTimeFormatter.ofPattern(generalized ? "uuuuMMddHHmmss'Z'" : "uuMMddHHmmss'Z'")
                .format(at);
        return element(generalized ? 0x18 : 0x17, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** A field with a number, of simple content. */
    static byte[] context(int number, byte[] content) {
        return element(0x80 | number, content);
    }

    /** A field with a number, of other elements. */
    static byte[] constructed(int number, byte[] element) {
        return element(0xa0 | number, element);
    }

    private static byte[] element(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        writeLength(content.size(), element);
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }

    /** The shortest form: one byte, or the number of bytes and the bytes. */
    private static void writeLength(int length, ByteArrayOutputStream out) {
        if (length < 0x80) {
            out.write(length);
            return;
        }
        byte[] bytes = BigInteger.valueOf(length).toByteArray();
        int first = bytes[0] == 0 ? 1 : 0; // the sign
        out.write(0x80 | bytes.length - first);
        out.write(bytes, first, bytes.length - first);
    }
}
