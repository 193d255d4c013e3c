package io.hookline.distribution;

import io.hookline.web.RawHttp;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A port that connects clients to servers as a Service does: each new connection goes to a server that is ready as far as is known
 * here, which is late. Connections that are open stay where they are.
 */
final class ServiceBalancer implements AutoCloseable {

    private static final Duration PROBE_INTERVAL = Duration.ofMillis(500);

    /** From the result of a probe to the node that knows it. */
    private static final Duration LAG = Duration.ofMillis(500);

    private static final String PROBE = "GET /readyz HTTP/1.1\r\nHost: hooks\r\n\r\n";

    private final ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(4);
    private final Map<Integer, Boolean> ready = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    ServiceBalancer() throws IOException {
        start(this::accept);
    }

    private static void start(Task task) {
        Thread.ofVirtual().start(() -> {
            try {
                task.run();
            } catch (IOException _) {
                // one of both ends has closed its connection
            }
        });
    }

    private interface Task {
        void run() throws IOException;
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Probes a server from now on. */
    void add(int server) {
        ready.put(server, false);
        var _ = timer.scheduleWithFixedDelay(() -> probe(server), 0, PROBE_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether connections go to a server. */
    boolean isReady(int server) {
        return ready.getOrDefault(server, false);
    }

    /** Forgets a server whose process has ended. */
    void remove(int server) {
        ready.remove(server);
    }

    private void probe(int server) {
        boolean result = isAnswered(server);
        var _ = timer.schedule(
                () -> ready.computeIfPresent(server, (_, _) -> result), LAG.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean isAnswered(int server) {
        if (!ready.containsKey(server)) {
            return false;
        }
        try (RawHttp probe = new RawHttp(server)) {
            return probe.send(PROBE).answer().status() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            start(() -> connect(client));
        }
    }

    private void connect(Socket client) throws IOException {
        List<Integer> servers = ready.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        if (servers.isEmpty()) {
            client.close();
            return;
        }
        try {
            Socket server = new Socket("127.0.0.1", servers.get(next.getAndIncrement() % servers.size()));
            start(() -> copy(server, client));
            copy(client, server);
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    /** Copies bytes until the end of one direction, and passes that on. */
    private static void copy(Socket from, Socket to) throws IOException {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
            to.shutdownOutput();
        } catch (IOException e) {
            from.close();
            to.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        timer.shutdownNow();
        listener.close();
    }
}
