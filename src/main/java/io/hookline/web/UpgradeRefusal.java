package io.hookline.web;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;

/**
 * Closes the connection after a response that refuses a WebSocket. What such a client sends next is meant for the socket, and would be read
 * as a request.
 */
final class UpgradeRefusal extends HttpStream.Wrapper {

    private static final String WEB_SOCKET = "websocket";

    private UpgradeRefusal(HttpStream stream) {
        super(stream);
    }

    /** Has no effect on a request without an upgrade. */
    static void applyTo(Request request) {
        if (request.getHeaders().contains(HttpHeader.UPGRADE, WEB_SOCKET)) {
            request.addHttpStreamWrapper(UpgradeRefusal::new);
        }
    }

    @Override
    public void prepareResponse(HttpFields.Mutable headers) {
        if (!headers.contains(HttpHeader.UPGRADE)) { // an accepted one names the new protocol
            headers.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
        }
        super.prepareResponse(headers);
    }
}
