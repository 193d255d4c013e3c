package io.hookline.webhook.credential;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Credentials that cannot be used: a Secret or its key is missing, or a certificate is not valid. The message is for the author of the
 * controller and never contains a secret.
 */
public final class CredentialException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    CredentialException(String message) {
        this(message, null);
    }

    CredentialException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
