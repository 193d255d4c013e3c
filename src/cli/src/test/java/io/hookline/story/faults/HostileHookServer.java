package io.hookline.story.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import io.hookline.watcher.RandomAnswers;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The hook of scenes: hostile until it is told to be good. Its faults follow from a seed and the number of a connection. */
final class HostileHookServer implements AutoCloseable {

    /** One of so many connections meets a fault before it has an answer. */
    private static final int FAULTS_ONE_OF = 2;

    private final long seed;
    private final int port;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger hostile = new AtomicInteger();
    private final AtomicInteger faults = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile ServerSocket listener;
    private volatile boolean good;

    HostileHookServer(long seed) throws IOException {
        this.seed = seed;
        this.listener = listen(0);
        this.port = listener.getLocalPort();
        Thread.ofVirtual().start(this::accept);
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 200);
        return socket;
    }

    String url(String scheme) {
        return scheme + "://127.0.0.1:" + port + "/sync";
    }

    /** The hostile answers that were sent. */
    int hostileAnswers() {
        return hostile.get();
    }

    /** The connections that ended before an answer. */
    int faults() {
        return faults.get();
    }

    /** Answers well from now on, and on new connections only. */
    void beGood() {
        good = true;
        open.forEach(HostileHookServer::close);
    }

    private void accept() {
        while (closed.getCount() > 0) {
            try {
                Socket socket = listener.accept();
                int number = connections.incrementAndGet();
                if (!good && number % 100 == 0) {
                    refuse(socket);
                } else {
                    open.add(socket);
                    Thread.ofVirtual().start(() -> serve(socket, number));
                }
            } catch (IOException e) {
                if (closed.getCount() > 0) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** For a moment nothing listens. */
    private void refuse(Socket last) throws IOException {
        close(last);
        listener.close();
        faults.incrementAndGet();
        awaitClosed(50);
        listener = listen(port);
    }

    private boolean awaitClosed(int millis) {
        try {
            return closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            return true;
        }
    }

    private void serve(Socket socket, int number) {
        SplittableRandom random = new SplittableRandom(seed + number);
        try (socket) {
            if (!good && random.nextInt(FAULTS_ONE_OF) == 0) {
                faults.incrementAndGet();
                fault(socket, random);
            } else {
                answer(socket, random);
            }
        } catch (IOException _) {
            return; // the watcher closed the connection
        } finally {
            open.remove(socket);
        }
    }

    private void fault(Socket socket, SplittableRandom random) throws IOException {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream();
        switch (random.nextInt(8)) {
            case 0 -> {} // closed at once
            case 1 -> socket.setSoLinger(true, 0); // reset at once
            case 2 -> in.readNBytes(random.nextInt(1, 60)); // closed in the middle of the request
            case 3 -> {
                RawRequest.read(in);
                socket.setSoLinger(true, 0); // reset after the request
            }
            case 4 -> {
                RawRequest.read(in);
                out.write("HTTP/1.1 200 OK\r\nContent-Le".getBytes(StandardCharsets.UTF_8)); // within the head
            }
            case 5 -> {
                RawRequest.read(in);
                out.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"chil".getBytes(StandardCharsets.UTF_8));
                socket.setSoLinger(true, 0); // reset within the body
            }
            case 6 -> out.write(new byte[] {21, 3, 3, 0, 2, 2, 40}); // a TLS alert
            default -> drip(in, out); // a byte from time to time, beyond the timeout
        }
    }

    private void drip(InputStream in, OutputStream out) throws IOException {
        RawRequest.read(in);
        byte[] answer =
                "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"children\":[".getBytes(StandardCharsets.UTF_8);
        for (byte each : answer) {
            out.write(each);
            out.flush();
            if (good || awaitClosed(50)) {
                return;
            }
        }
    }

    private void answer(Socket socket, SplittableRandom random) throws IOException {
        HostileAnswers answers = new HostileAnswers(random.nextLong());
        RandomAnswers wellFormed = new RandomAnswers(random.nextLong(), "children");
        InputStream in = new BufferedInputStream(socket.getInputStream());
        for (Optional<RawRequest> request = RawRequest.read(in); request.isPresent(); request = RawRequest.read(in)) {
            if (good) {
                write(socket, Scene.http(goodAnswer(request.get())));
                continue;
            }
            hostile.incrementAndGet();
            if (random.nextInt(3) == 0) {
                write(socket, Scene.http(wellFormed.next()));
                continue;
            }
            HostileAnswers.Hostile next = answers.next();
            write(socket, next.bytes());
            if (!next.keepsConnection()) {
                return;
            }
        }
    }

    private static byte[] goodAnswer(RawRequest request) {
        String text = new String(request.bytes(), StandardCharsets.ISO_8859_1);
        byte[] body = Arrays.copyOfRange(request.bytes(), text.indexOf("\r\n\r\n") + 4, request.bytes().length);
        JsonNode parent = Json.parse(body).path("parent");
        return Scene.answer(
                        parent.at("/metadata/name").asText(),
                        parent.at("/spec/count").asInt(),
                        parent.at("/spec/text").asText())
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void write(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listener.close();
        open.forEach(HostileHookServer::close);
    }
}
