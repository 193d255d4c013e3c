import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A small Neutron in memory: {@code GET}, {@code PUT} and {@code DELETE} of {@code /foobars/NAMESPACE/NAME}.
 *
 * <p>It is also a program: {@code java NeutronStub.java 9696} serves on all addresses of a machine or Pod.
 */
public final class NeutronStub implements AutoCloseable {

    private static final String ROOT = "/foobars/";

    private final HttpServer server;
    private final ConcurrentMap<String, String> copies = new ConcurrentHashMap<>();
    private final AtomicInteger writes = new AtomicInteger();
    private volatile boolean available = true;

    private NeutronStub(HttpServer server) {
        this.server = server;
    }

    /** Starts a stub that is alone in its process. */
    public static void main(String[] args) throws IOException {
        System.out.println(
                start(new InetSocketAddress(Integer.parseInt(args[0]))).url());
    }

    /** Starts a stub that only this machine can call, on a free port. */
    static NeutronStub start() throws IOException {
        return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static NeutronStub start(InetSocketAddress address) throws IOException {
        HttpServer server = HttpServer.create(address, 0);
        NeutronStub stub = new NeutronStub(server);
        server.createContext(ROOT, stub::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return stub;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Whether requests are served; otherwise they get status 503. */
    void available(boolean available) {
        this.available = available;
    }

    /** The content by namespace and name, sorted. */
    Map<String, String> copies() {
        return Collections.unmodifiableMap(new TreeMap<>(copies));
    }

    /** How many {@code PUT} and {@code DELETE} requests were served. */
    int writes() {
        return writes.get();
    }

    private void answer(HttpExchange call) throws IOException {
        try (call) {
            byte[] body = call.getRequestBody().readAllBytes();
            String key = call.getRequestURI().getPath().substring(ROOT.length());
            if (!available) {
                send(call, 503, "");
                return;
            }
            String content = copies.get(key);
            switch (call.getRequestMethod()) {
                case "GET" -> send(call, content == null ? 404 : 200, content == null ? "" : content);
                case "PUT" -> {
                    copies.put(key, new String(body, UTF_8));
                    writes.incrementAndGet();
                    send(call, 204, "");
                }
                case "DELETE" -> {
                    writes.incrementAndGet();
                    send(call, copies.remove(key) == null ? 404 : 204, "");
                }
                default -> send(call, 405, "");
            }
        }
    }

    private static void send(HttpExchange call, int status, String text) throws IOException {
        byte[] body = text.getBytes(UTF_8);
        call.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        call.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
