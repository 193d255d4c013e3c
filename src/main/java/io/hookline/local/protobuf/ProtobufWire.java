package io.hookline.local.protobuf;

import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the fields of one message in protobuf's wire format. Not thread-safe. */
final class ProtobufWire {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;
    private static final long MAX_FIELD = (1L << 29) - 1;

    private final byte[] bytes;
    private final FieldPath place;
    private final int end;
    private int at;
    private int wireType;

    ProtobufWire(byte[] bytes, FieldPath place) {
        this.bytes = bytes;
        this.place = place;
        this.end = bytes.length;
    }

    /** The number of the next field, 0 at the end. */
    int nextField() {
        if (at == end) {
            return 0;
        }
        long tag = varint();
        long number = tag >>> 3;
        if (number == 0 || number > MAX_FIELD) {
            throw broken("field number " + number);
        }
        wireType = (int) (tag & 7);
        return (int) number;
    }

    /** Whether the current field is a text, bytes or a message. */
    boolean isBytes() {
        return wireType == BYTES;
    }

    /** The current field's integer. */
    long readInteger() {
        require(VARINT, "an integer");
        return varint();
    }

    /** The current field's floating-point number. */
    double readDouble() {
        require(FIXED64, "a number");
        advance(Double.BYTES);
        return ByteBuffer.wrap(bytes, at - Double.BYTES, Double.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getDouble();
    }

    /** The current field's bytes; a text or a message is returned as bytes too. */
    byte[] readBytes() {
        require(BYTES, "bytes");
        long length = varint();
        if (length < 0 || length > end - at) {
            throw broken("a length that goes over the end");
        }
        at += (int) length;
        return Arrays.copyOfRange(bytes, at - (int) length, at);
    }

    /** The current field's text. */
    String readText() {
        return new String(readBytes(), StandardCharsets.UTF_8);
    }

    /** Skips the current field. */
    void skip() {
        switch (wireType) {
            case VARINT -> varint();
            case FIXED64 -> advance(8);
            case BYTES -> readBytes();
            case FIXED32 -> advance(4);
            default -> throw broken("wire type " + wireType);
        }
    }

    private void advance(int count) {
        if (count > end - at) {
            throw broken("the end within a number");
        }
        at += count;
    }

    private void require(int expected, String what) {
        if (wireType != expected) {
            throw DecodeException.expected(place, what, "wire type " + wireType);
        }
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at == end) {
                throw broken("the end within a number");
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw broken("a number of more than 64 bits");
    }

    private DecodeException broken(String was) {
        return DecodeException.expected(place, "a protobuf message", was);
    }
}
