package io.hookline.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;

/**
 * The connection of a streaming response to a request without a body. A server notices that a client has closed its
 * connection only when it reads or writes; a stream that has nothing to write must check.
 */
public final class ClientConnection {

    private final EndPoint endPoint;
    private final ByteBuffer sink = BufferUtil.allocate(64);

    private ClientConnection(EndPoint endPoint) {
        this.endPoint = endPoint;
    }

    /** The connection of a request. */
    public static ClientConnection of(Context ctx) {
        return new ClientConnection(ServletContextRequest.getServletContextRequest(ctx.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint());
    }

    /**
     * Whether the client has closed the connection, or its side of it. Does not wait. If a client sends its next request
     * before this one is answered, the connection is closed, because bytes that were read here cannot be returned.
     */
    public boolean isClosed() {
        try {
            BufferUtil.clear(sink);
            int read = endPoint.fill(sink);
            if (read > 0) {
                endPoint.close();
            }
            return read != 0;
        } catch (IOException _) {
            return true; // the client was killed, or the network is down
        }
    }
}
