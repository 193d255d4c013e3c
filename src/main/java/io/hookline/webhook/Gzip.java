package io.hookline.webhook;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/** Decompresses the bodies of failures up to a limit, because a small body can decompress to a very large one. */
final class Gzip {
    private Gzip() {}

    /** Decompresses as much of the beginning as possible. */
    static byte[] inflateSome(byte[] body, int maxBytes) {
        ByteArrayOutputStream some = new ByteArrayOutputStream();
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            byte[] buffer = new byte[1024];
            for (int n = in.read(buffer); n > 0 && some.size() < maxBytes; n = in.read(buffer)) {
                some.write(buffer, 0, n);
            }
        } catch (IOException _) {
            return some.toByteArray(); // the rest is missing or not valid
        }
        return some.toByteArray();
    }
}
