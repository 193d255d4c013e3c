package io.hookline.kube;

import io.hookline.http.Request;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;

/**
 * A body that looks at the gate when it is sent: after the connection was made, which may take long. A request with an
 * incomplete body has no effect.
 */
record GatedBody(Request.Body body, WriteGate gate, KubeRequest request) implements Request.Body {

    /** The request was not sent. */
    static final class Closed extends IOException {
        @Serial
        private static final long serialVersionUID = 1;

        private Closed(KubeRequest request) {
            super(request + " was not sent: this process is not the leader");
        }
    }

    /** Throws unless writes may be sent now. */
    static void requireOpen(WriteGate gate, KubeRequest request) throws Closed {
        if (!gate.left().isPositive()) {
            throw new Closed(request);
        }
    }

    @Override
    public String contentType() {
        return body.contentType();
    }

    @Override
    public long length() {
        return body.length();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        requireOpen(gate, request);
        body.writeTo(out);
    }
}
