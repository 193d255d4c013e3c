package io.hookline.hook.codec;

import io.hookline.hook.protocol.JsonText;
import io.hookline.object.KubeObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of a hook request: the bytes of cached objects, with JSON between them.
 *
 * <p>Nothing is copied until the body is sent, and its length is known before. Immutable and thread-safe; it can be
 * written any number of times.
 */
public final class HookBody {

    private final List<Piece> pieces;
    private final long length;

    private HookBody(List<Piece> pieces) {
        this.pieces = pieces;
        long sum = 0;
        for (Piece piece : pieces) {
            sum += piece.length();
        }
        this.length = sum;
    }

    /** A body of bytes that are JSON already. */
    public static HookBody of(byte[] json) {
        return new Builder().json(new String(json, StandardCharsets.UTF_8)).build();
    }

    /** The length in bytes. */
    public long length() {
        return length;
    }

    /** Copies the body to a new array. */
    public byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream((int) length);
        try {
            writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Writes the body piece by piece. */
    public void writeTo(OutputStream out) throws IOException {
        for (Piece piece : pieces) {
            piece.writeTo(out);
        }
    }

    private sealed interface Piece {
        int length();

        void writeTo(OutputStream out) throws IOException;
    }

    private record Text(JsonText json) implements Piece {
        @Override
        public int length() {
            return json.size();
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            json.writeTo(out);
        }
    }

    private record Cached(KubeObject object) implements Piece {
        @Override
        public int length() {
            return object.size();
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            object.writeTo(out);
        }
    }

    /** Collects the pieces of a body in order. */
    static final class Builder {
        private final List<Piece> pieces = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();

        Builder json(String json) {
            text.append(json);
            return this;
        }

        Builder object(KubeObject object) {
            flush();
            pieces.add(new Cached(object));
            return this;
        }

        HookBody build() {
            flush();
            return new HookBody(List.copyOf(pieces));
        }

        private void flush() {
            if (!text.isEmpty()) {
                pieces.add(new Text(JsonText.of(text.toString())));
                text.setLength(0);
            }
        }
    }
}
