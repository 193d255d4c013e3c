package io.hookline.kube.config;

import java.io.Serial;

/** There is no usable way to a cluster. The message names the file and the field, and says what to do. */
public final class KubeconfigException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    KubeconfigException(String message) {
        super(message);
    }

    public KubeconfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
