package io.hookline.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for those who must be told before they start where to listen, or where nobody does. */
public final class FreePort {

    /**
     * Below those that Linux hands out to outgoing connections (32768 and above, {@code ip_local_port_range}): none of the many
     * that other tests make can take such a port before its owner listens.
     */
    private static final int LOWEST = 10_000;

    private static final int END = 32_000;

    private FreePort() {}

    /** A port of the loopback address at which nobody listens. Thread-safe; draws at random, for other processes draw too. */
    public static int find() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, END);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException _) {
                // Somebody has it: the next one.
            }
        }
    }
}
