package io.hookline.hook.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A piece of JSON as it stood in a message. Immutable; equal when the bytes are. */
public final class JsonText {
    private final byte[] bytes;

    /** Takes over the array, which must not be changed any more. */
    public JsonText(byte[] bytes) {
        this.bytes = bytes;
    }

    /** From text. */
    public static JsonText of(String json) {
        return new JsonText(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Parses it: a new tree for each call. */
    public JsonNode tree() {
        return Json.parse(bytes);
    }

    /** A copy of its bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Writes its bytes. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
    }

    /** Its own bytes, which must not be changed. */
    public byte[] raw() {
        return bytes;
    }

    /** Its size in bytes. */
    public int size() {
        return bytes.length;
    }

    /** Reads its bytes, without copying them first. */
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

    /** The JSON. */
    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
