package io.hookline.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;

/**
 * The connection of a request without a body that is answered for as long as its client listens. A server learns that a
 * client closed its connection when it reads or writes; one that has nothing to write must look.
 */
public final class ClientConnection {

    private final EndPoint endPoint;
    private final ByteBuffer sink = BufferUtil.allocate(64);

    private ClientConnection(EndPoint endPoint) {
        this.endPoint = endPoint;
    }

    /** The connection that a request came by. */
    public static ClientConnection of(Context ctx) {
        return new ClientConnection(ServletContextRequest.getServletContextRequest(ctx.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint());
    }

    /**
     * Whether the client has closed the connection, or its end of it. Does not wait. A client that sends its next request
     * before this one is answered loses the connection: what was read here cannot be given back.
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
