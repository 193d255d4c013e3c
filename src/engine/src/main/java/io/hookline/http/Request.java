package io.hookline.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request.
 *
 * @param fields header fields in their order; Host and Content-Length are added when it is sent
 * @param repeatable whether it may be sent again if a kept connection turns out to be closed before the first byte of
 *     the response: the server may have executed the first one
 */
public record Request(
        String method,
        RequestTarget target,
        List<Field> fields,
        @Nullable Body body,
        boolean repeatable) {

    public Request {
        fields = List.copyOf(fields);
    }

    /**
     * A request without header fields and body.
     *
     * @throws IllegalArgumentException as {@link RequestTarget#of}
     */
    public static Request of(String method, URI uri, boolean repeatable) {
        return new Request(method, RequestTarget.of(uri), List.of(), null, repeatable);
    }

    /** Returns the same request with one more header field. */
    public Request with(String name, String value) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new Request(method, target, more, body, repeatable);
    }

    /** Returns the same request with a body. */
    public Request with(Body content) {
        return new Request(method, target, fields, content, repeatable);
    }

    /** One header field, sent in UTF-8. */
    public record Field(String name, String value) {

        public Field {
            if (!mayHold(value)) {
                throw new IllegalArgumentException(
                        "the value of the header field " + name + " has control characters or is not Unicode text");
            }
        }

        /**
         * Whether a header field may have this value. As in Go, control characters are rejected, since they could start
         * a new field.
         */
        public static boolean mayHold(String value) {
            boolean ascii = true;
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if ((c < ' ' && c != '\t') || c == 0x7f) {
                    return false;
                }
                ascii &= c < 0x80;
            }
            return ascii || StandardCharsets.UTF_8.newEncoder().canEncode(value);
        }
    }

    /** The body of a request. */
    public interface Body {
        String contentType();

        /** In bytes. */
        long length();

        /** Writes the whole body; called once for each time that the request is sent. */
        void writeTo(OutputStream out) throws IOException;
    }

    /** A body of bytes, which must not change any more. */
    public static Body bytes(String contentType, byte[] bytes) {
        return new Bytes(contentType, bytes);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Bytes(String contentType, byte[] content) implements Body {
        @Override
        public long length() {
            return content.length;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(content);
        }
    }
}
