package io.hookline.webhook;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A webhook that cannot be called the way its controller describes it: a Secret or key that is missing, a certificate that
 * is none, a url that is none. The message is for the author of the controller and never holds a secret.
 */
public final class WebhookException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    public WebhookException(String message) {
        this(message, null);
    }

    public WebhookException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
