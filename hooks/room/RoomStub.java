import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;

/**
 * A room with a thermometer and a heater: {@code GET /} returns the state as JSON, {@code PUT /valve} opens the valve of the heater,
 * {@code GET /plot.svg} returns a plot of the last minutes.
 *
 * <p>It is also a program: {@code java RoomStub.java 9000} serves on all addresses of a machine or Pod.
 */
public final class RoomStub implements AutoCloseable {

    private static final int MOST_SAMPLES = 600;

    private final HttpServer server;
    private final long start = System.nanoTime();
    private final Deque<Plot.Sample> samples = new ArrayDeque<>();
    private Climate climate = Climate.cold();
    private double second;
    private boolean available = true;

    private RoomStub(HttpServer server) {
        this.server = server;
    }

    /** Starts a stub that is alone in its process. */
    public static void main(String[] args) throws IOException {
        System.out.println(
                start(new InetSocketAddress(Integer.parseInt(args[0]))).url());
    }

    /** Starts a stub that only this machine can call, on a free port. */
    static RoomStub start() throws IOException {
        return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static RoomStub start(InetSocketAddress address) throws IOException {
        HttpServer server = HttpServer.create(address, 0);
        RoomStub stub = new RoomStub(server);
        server.createContext("/", stub::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return stub;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Whether requests are served; otherwise they get status 503. */
    synchronized void available(boolean available) {
        this.available = available;
    }

    private void answer(HttpExchange call) throws IOException {
        try (call) {
            serve(call, new String(call.getRequestBody().readAllBytes(), UTF_8));
        }
    }

    private void serve(HttpExchange call, String body) throws IOException {
        if (!isAvailable()) {
            call.sendResponseHeaders(503, -1);
            return;
        }
        try {
            switch (call.getRequestMethod() + " " + call.getRequestURI().getPath()) {
                case "GET /" -> send(call, state(), "application/json");
                case "PUT /valve" -> send(call, turn(body), "application/json");
                case "GET /plot.svg" -> send(call, plot(), "image/svg+xml");
                default -> call.sendResponseHeaders(404, -1);
            }
        } catch (NumberFormatException _) {
            call.sendResponseHeaders(400, -1);
        }
    }

    synchronized String state() {
        move();
        return String.format(
                Locale.ROOT, "{\"temperature\": %.3f, \"valve\": %.3f}", climate.temperature(), climate.valve());
    }

    private synchronized String turn(String valve) {
        move();
        double opened = Double.parseDouble(valve);
        if (Double.isNaN(opened)) {
            throw new NumberFormatException("the valve must be from 0 to 1, was " + valve);
        }
        climate = climate.withValve(opened);
        return state();
    }

    private synchronized String plot() {
        move();
        return new Plot(List.copyOf(samples)).svg();
    }

    /** The room changes all the time; it is computed for each request. */
    private void move() {
        double now = (System.nanoTime() - start) / 1e9;
        climate = climate.after(now - second);
        second = now;
        samples.add(new Plot.Sample(second, climate));
        if (samples.size() > MOST_SAMPLES) {
            samples.removeFirst();
        }
    }

    private synchronized boolean isAvailable() {
        return available;
    }

    private static void send(HttpExchange call, String text, String type) throws IOException {
        byte[] body = text.getBytes(UTF_8);
        call.getResponseHeaders().set("Content-Type", type);
        call.sendResponseHeaders(200, body.length);
        call.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
