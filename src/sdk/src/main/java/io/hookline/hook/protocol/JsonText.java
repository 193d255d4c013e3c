package io.hookline.hook.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a JSON value, exactly as received. Immutable; two are equal if their bytes are equal. */
public final class JsonText {
    private final byte[] bytes;
    private final Runnable release;

    /** Wraps the array without a copy; it must not be changed afterwards. */
    public JsonText(byte[] bytes) {
        this(bytes, () -> {});
    }

    /**
     * Wraps the array without a copy; it must not be changed afterwards.
     *
     * @param release is called when the text is not used any more; it may be called several times
     */
    public JsonText(byte[] bytes, Runnable release) {
        this.bytes = bytes;
        this.release = release;
    }

    /**
     * Declares that the text is not used any more, so that the next large text can be received. Without effect for most
     * texts.
     */
    public void release() {
        release.run();
    }

    /** Encodes text as UTF-8. */
    public static JsonText of(String json) {
        return new JsonText(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Parses the JSON: returns a new tree with each call. */
    public JsonNode tree() {
        return Json.parse(bytes);
    }

    /** Returns a copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Writes the bytes. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
    }

    /** The bytes themselves, not a copy; they must not be changed. */
    public byte[] raw() {
        return bytes;
    }

    /** The number of bytes. */
    public int size() {
        return bytes.length;
    }

    /** Opens a stream over the bytes, without a copy. */
    public InputStream open() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonText text && Arrays.equals(bytes, text.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
