package io.hookline.webhook;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A webhook that cannot be called with the settings of its controller.
 *
 * <p>For example, a Secret or its key is missing, or a certificate or URL is not valid. The message is for the author of
 * the controller and never contains a secret.
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
