package io.hookline.http;

import java.io.IOException;
import java.io.Serial;

/** No connection was made, so nothing was sent. The cause has the reason. */
public final class ConnectFailure extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    private final String server;

    ConnectFailure(Origin server, IOException cause) {
        super(cause.getMessage(), cause);
        this.server = server.hostAndPort();
    }

    /** Host and port. */
    public String server() {
        return server;
    }
}
