package io.hookline.apply;

import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Stands for bytes where keeping them would cost too much: their number, and two checksums whose polynomials have no factor in
 * common. A change inside of eight bytes is always noticed, any other one but for a chance of 2⁻⁶⁴.
 *
 * <p>It is no defence against somebody who looks for two answers with the same hash; all he would get is a child of his own
 * that is not updated. One that is, such as SHA-256, takes a seventh of the CPU of a sync that changes nothing.
 */
public record ContentHash(long checksums, long length) {

    /** The hash of an object's bytes. */
    public static ContentHash of(KubeObject object) {
        return of(object::writeTo);
    }

    /** The hash of what is written. */
    public static ContentHash of(Content content) {
        Checksums checksums = new Checksums();
        try {
            content.writeTo(checksums);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written anywhere
        }
        return checksums.hash();
    }

    /** Something that writes its bytes. */
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    private static final class Checksums extends OutputStream {
        private final CRC32 one = new CRC32();
        private final CRC32C other = new CRC32C();
        private long length;

        @Override
        public void write(int single) {
            one.update(single);
            other.update(single);
            length++;
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            one.update(bytes, from, count);
            other.update(bytes, from, count);
            length += count;
        }

        private ContentHash hash() {
            return new ContentHash(one.getValue() << 32 | other.getValue(), length);
        }
    }
}
