package io.hookline.webhook;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Inflates bodies up to a limit: a small answer may unfold to a very large one. */
final class Gzip {
    private Gzip() {}

    /** The whole body; an {@link IOException} tells that it is too large, broken, or cut off. */
    static byte[] inflate(byte[] body, int maxBytes) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            byte[] whole = in.readNBytes(maxBytes);
            if (in.read() >= 0) {
                throw new IOException(FailureMessages.tooLarge(maxBytes));
            }
            return whole;
        } catch (ZipException | EOFException e) {
            throw new IOException("the answer is not valid gzip: " + e.getMessage(), e);
        }
    }

    /** As much of its beginning as can be read. */
    static byte[] inflateSome(byte[] body, int maxBytes) {
        ByteArrayOutputStream some = new ByteArrayOutputStream();
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            byte[] buffer = new byte[1024];
            for (int n = in.read(buffer); n > 0 && some.size() < maxBytes; n = in.read(buffer)) {
                some.write(buffer, 0, n);
            }
        } catch (IOException _) {
            return some.toByteArray(); // it broke off here
        }
        return some.toByteArray();
    }
}
