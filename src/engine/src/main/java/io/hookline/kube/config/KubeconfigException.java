package io.hookline.kube.config;

import java.io.Serial;

/** The configuration of the cluster cannot be used. The message names the file, the field and what to do. */
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
