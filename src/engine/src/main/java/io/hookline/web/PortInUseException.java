package io.hookline.web;

import java.io.Serial;

/** Another process listens on the requested port. */
public final class PortInUseException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    PortInUseException(Address address, Throwable cause) {
        super("port " + address.port() + " is in use", cause);
    }
}
