package io.hookline.apply;

import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Stands for an object's bytes where keeping them would cost too much: 128 bits of SHA-256, so that two different objects
 * are never taken for one another, not even if somebody tries.
 */
public record ContentHash(long high, long low) {

    /** The hash of an object's bytes. */
    public static ContentHash of(KubeObject object) {
        MessageDigest digest = sha256();
        try {
            object.writeTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written anywhere
        }
        return of(digest);
    }

    /** The hash of any bytes. */
    public static ContentHash of(byte[] bytes) {
        MessageDigest digest = sha256();
        digest.update(bytes);
        return of(digest);
    }

    private static ContentHash of(MessageDigest digest) {
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new ContentHash(hash.getLong(), hash.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
