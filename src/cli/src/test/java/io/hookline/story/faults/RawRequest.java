package io.hookline.story.faults;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One HTTP/1.1 request as it came, head and body. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RawRequest(byte[] bytes) {

    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)");

    /** The next one of a connection; empty at its end. */
    static Optional<RawRequest> read(InputStream in) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        int newlines = 0;
        while (newlines < 2) {
            int next = in.read();
            if (next < 0) {
                return Optional.empty();
            }
            request.write(next);
            newlines = next == '\n' ? newlines + 1 : next == '\r' ? newlines : 0;
        }
        Matcher length = LENGTH.matcher(request.toString(StandardCharsets.ISO_8859_1));
        if (length.find()) {
            byte[] body = in.readNBytes(Integer.parseInt(length.group(1)));
            if (body.length < Integer.parseInt(length.group(1))) {
                throw new EOFException("in the middle of a body");
            }
            request.write(body);
        }
        return Optional.of(new RawRequest(request.toByteArray()));
    }
}
