package io.hookline.story.faults;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A client's connection and its twin to the server. Each direction has a thread; {@link #reset} is for any. */
final class LinkedConnection {

    private static final int CHUNK = 4096;

    private final FaultyLink link;
    private final Socket client;
    private final Socket server;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean stalled;
    private long left;

    /**
     * Joins two sockets.
     *
     * @param left after how many bytes from the server it breaks
     */
    LinkedConnection(FaultyLink link, Socket client, Socket server, long left) {
        this.link = link;
        this.client = client;
        this.server = server;
        this.left = left;
    }

    /** Passes no byte any more, and lets the client believe that all is well. */
    void stall() {
        stalled = true;
        closeQuietly(server);
    }

    /** Breaks it, so that the client is told at its next read or write. */
    void reset() {
        over.countDown();
        try {
            client.setSoLinger(true, 0);
        } catch (IOException _) {
            // it is closed already
        }
        closeQuietly(client);
        closeQuietly(server);
    }

    /** Sends the client something in the server's place. */
    void inject(String bytes) {
        try {
            client.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // it is closed already
        }
    }

    static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // then the other side did
        }
    }

    /** Carries the client's bytes until one of both has gone. */
    void carryRequests() {
        try (InputStream in = new BufferedInputStream(client.getInputStream())) {
            if (link.readsRequests()) {
                answerOrForward(in);
            } else {
                byte[] chunk = new byte[CHUNK];
                for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                    forward(chunk, read);
                }
            }
        } catch (IOException _) {
            // that is the end
        } finally {
            reset();
            link.forget(this);
        }
    }

    private void answerOrForward(InputStream in) throws IOException {
        Optional<RawRequest> request = RawRequest.read(in);
        while (request.isPresent()) {
            if (link.fault() instanceof Fault.Refuse(int code, int retryAfter)) {
                link.countRequest();
                client.getOutputStream().write(refusal(code, retryAfter));
            } else {
                link.countRequest();
                forward(request.get().bytes(), request.get().bytes().length);
            }
            request = RawRequest.read(in);
        }
    }

    private void forward(byte[] bytes, int length) throws IOException {
        if (!stalled) {
            server.getOutputStream().write(bytes, 0, length);
        }
    }

    private static byte[] refusal(int code, int retryAfter) {
        String body =
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"not now\",\"code\":"
                        + code + "}";
        String wait = retryAfter > 0 ? "Retry-After: " + retryAfter + "\r\n" : "";
        return ("HTTP/1.1 " + code + " Refused\r\nContent-Type: application/json\r\n" + wait + "Content-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Carries the server's bytes until one of both has gone. */
    void carryAnswers() {
        try {
            InputStream in = server.getInputStream();
            OutputStream out = client.getOutputStream();
            byte[] chunk = new byte[CHUNK];
            while (left > 0) {
                int read = in.read(chunk, 0, (int) Math.min(CHUNK, left));
                if (read < 0) {
                    return;
                }
                left -= read;
                pace(read);
                if (!stalled) {
                    out.write(chunk, 0, read);
                }
            }
        } catch (IOException _) {
            // that is the end
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            if (!stalled) {
                reset();
            }
        }
    }

    private void pace(int bytes) throws InterruptedException {
        if (link.fault() instanceof Fault.Slow(int bytesPerSecond)) {
            var _ = over.await(TimeUnit.SECONDS.toNanos(bytes) / bytesPerSecond, TimeUnit.NANOSECONDS);
        }
    }
}
