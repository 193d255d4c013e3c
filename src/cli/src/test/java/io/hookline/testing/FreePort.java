package io.hookline.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Free ports, for servers that need a port number before they start, and for connections that must be refused. */
public final class FreePort {

    /**
     * Below those that Linux hands out to outgoing connections (32768 and above, {@code ip_local_port_range}): none of the many
     * that other tests make can take such a port before its owner listens.
     */
    private static final int LOWEST = 10_000;

    private static final int END = 32_000;

    private FreePort() {}

    /** A port of the loopback address without a server. Thread-safe. Random, since other processes choose ports too. */
    public static int find() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, END);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException _) {
                // in use: try the next one
            }
        }
    }
}
