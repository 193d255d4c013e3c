package io.hookline.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The value of an Authorization header for a user and a password. */
public final class BasicAuthorization {
    private BasicAuthorization() {}

    /**
     * Encodes a user and a password.
     *
     * @param userAndPassword with a colon between them
     */
    public static String of(String userAndPassword) {
        return "Basic " + Base64.getEncoder().encodeToString(userAndPassword.getBytes(StandardCharsets.UTF_8));
    }
}
