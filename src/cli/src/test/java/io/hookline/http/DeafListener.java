package io.hookline.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * A port that accepts no connection: its queue is full, so the system drops further attempts. On systems that do not drop
 * them, it accepts connections and sends nothing.
 */
final class DeafListener implements Closeable {

    private static final int ENOUGH = 8;
    private static final int MILLIS = 200;

    private final ServerSocket listener;
    private final List<Socket> queue = new ArrayList<>();

    DeafListener() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        boolean full = false;
        while (!full && queue.size() < ENOUGH) {
            Socket socket = new Socket();
            queue.add(socket);
            try {
                socket.connect(new InetSocketAddress("127.0.0.1", listener.getLocalPort()), MILLIS);
            } catch (SocketTimeoutException _) {
                full = true;
            }
        }
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/";
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : queue) {
            socket.close();
        }
        listener.close();
    }
}
