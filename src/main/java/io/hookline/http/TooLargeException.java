package io.hookline.http;

import java.io.IOException;
import java.io.Serial;

/** A body has more bytes than its reader accepts. */
public final class TooLargeException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    TooLargeException(int maxBytes) {
        super("the answer is larger than " + maxBytes + " bytes");
    }
}
