package io.hookline.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param uri absolute, with an http or https scheme and a host; its path and query are sent as they are
 * @param fields header fields in their order; Host and the length of the body are added when it is sent
 * @param repeatable whether it may be sent once more if a kept connection turns out to be dead before a byte of the answer
 *     came: the server may have acted on the first one
 */
public record Request(
        String method,
        URI uri,
        List<Field> fields,
        @Nullable Body body,
        boolean repeatable) {

    /** Refuses what no connection can be made for: another place would be asked in its stead. */
    public Request {
        if (uri.getHost() == null || !isHttp(uri.getScheme())) {
            throw new IllegalArgumentException("expected an http or https URL with a host, was \"" + uri + "\"");
        }
        fields = List.copyOf(fields);
    }

    private static boolean isHttp(@Nullable String scheme) {
        return "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    }

    /** A request without header fields and body. */
    public static Request of(String method, URI uri, boolean repeatable) {
        return new Request(method, uri, List.of(), null, repeatable);
    }

    /** The same with one more header field. */
    public Request with(String name, String value) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new Request(method, uri, more, body, repeatable);
    }

    /** The same with a body. */
    public Request with(Body content) {
        return new Request(method, uri, fields, content, repeatable);
    }

    /** One header field. */
    public record Field(String name, String value) {}

    /** What is sent. */
    public interface Body {
        String contentType();

        /** In bytes. */
        long length();

        /** From its first byte; called once for each time that the request is sent. */
        InputStream open();
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
        public InputStream open() {
            return new ByteArrayInputStream(content);
        }
    }
}
