package io.hookline.hook;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A piece of JSON as it stood in a message. Immutable; equal when the bytes are. */
public final class JsonText {
    private final byte[] bytes;

    /** Takes over the array, which must not be changed any more. */
    public JsonText(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Parses it: a new tree for each call. */
    public JsonNode tree() {
        return Json.parse(bytes);
    }

    /** A copy of its bytes. */
    public byte[] bytes() {
        return bytes.clone();
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
