package io.hookline.http;

import java.io.IOException;
import java.io.Serial;

/** No connection came about, so nothing was asked. The cause says why. */
public final class ConnectFailure extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    ConnectFailure(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
