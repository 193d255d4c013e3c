package io.hookline.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Sends the same HTTP request again and again over connections that stay open. */
final class KeepAliveClient {

    private final int port;
    private final byte[] request;
    private final int connections;

    KeepAliveClient(int port, byte[] body, int connections) {
        this.port = port;
        this.connections = connections;
        byte[] head = ("POST /hello/sync HTTP/1.1\r\nHost: 127.0.0.1:" + port
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        this.request = new byte[head.length + body.length];
        System.arraycopy(head, 0, request, 0, head.length);
        System.arraycopy(body, 0, request, head.length, body.length);
    }

    /** Sends requests for some time. Returns the number of answers. */
    long run(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        AtomicLong answers = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            threads.add(Thread.ofPlatform().start(() -> answers.addAndGet(connection(end))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return answers.get();
    }

    private long connection(long end) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 32 << 10);
            long answers = 0;
            while (System.nanoTime() < end) {
                socket.getOutputStream().write(request);
                readAnswer(in);
                answers++;
            }
            return answers;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void readAnswer(InputStream in) throws IOException {
        String status = line(in);
        int length = -1;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring("content-length:".length()).strip());
            }
        }
        if (!status.contains(" 200 ")) {
            throw new IOException("unexpected answer: " + status);
        }
        if (length >= 0) {
            in.skipNBytes(length);
        } else {
            skipChunks(in);
        }
    }

    private static void skipChunks(InputStream in) throws IOException {
        for (int chunk = chunkSize(in); chunk > 0; chunk = chunkSize(in)) {
            in.skipNBytes(chunk + 2L);
        }
        line(in);
    }

    private static int chunkSize(InputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the server closed the connection");
            }
            line.append((char) b);
        }
        return line.toString().strip();
    }
}
