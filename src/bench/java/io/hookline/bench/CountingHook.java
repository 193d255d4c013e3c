package io.hookline.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/** The hook, which counts its calls. Its answer depends only on the parent's name and round. Thread-safe. */
final class CountingHook implements AutoCloseable {

    private static final JsonFactory JSON = new JsonFactory();

    private final Load load;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final LongAdder calls = new LongAdder();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final Set<Integer> clientPorts = ConcurrentHashMap.newKeySet();
    private final Set<String> parents = ConcurrentHashMap.newKeySet();
    private volatile double resyncAfter;

    private CountingHook(Load load, HttpServer server) {
        this.load = load;
        this.server = server;
    }

    /** Starts the hook on a free port of the loopback interface. */
    static CountingHook start(Load load) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        CountingHook hook = new CountingHook(load, server);
        server.createContext("/sync", hook::answer);
        server.setExecutor(hook.threads);
        server.start();
        return hook;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/sync";
    }

    /**
     * The counters of the hook.
     *
     * @param connections the number of connections, counted by the client's port
     */
    record Count(long calls, long connections, long bytesIn, long bytesOut) {
        Count minus(Count before) {
            return new Count(
                    calls - before.calls,
                    connections - before.connections,
                    bytesIn - before.bytesIn,
                    bytesOut - before.bytesOut);
        }
    }

    Count count() {
        return new Count(calls.sum(), clientPorts.size(), bytesIn.sum(), bytesOut.sum());
    }

    /** The number of different parents in calls since {@link #forgetParents}. */
    int parentsSeen() {
        return parents.size();
    }

    void forgetParents() {
        parents.clear();
    }

    /**
     * Lets each parent be synced again after about this time, between half of it and one and a half, so that the parents do not come all
     * at once; 0 for never. The answer for one parent is always the same.
     *
     * @param seconds the mean time between two syncs of a parent
     */
    void resyncAfter(double seconds) {
        resyncAfter = seconds;
    }

    private double resyncAfter(String parent) {
        return resyncAfter * (0.5 + Math.floorMod(parent.hashCode() * 31, 1000) / 1000.0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = exchange.getRequestBody().readAllBytes();
            Parent parent = parentOf(request);
            byte[] answer = load.answer(parent.name(), parent.round(), resyncAfter(parent.name()));
            clientPorts.add(exchange.getRemoteAddress().getPort());
            parents.add(parent.name());
            calls.increment();
            bytesIn.add(request.length);
            bytesOut.add(answer.length);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private record Parent(String name, int round) {}

    private static Parent parentOf(byte[] request) throws IOException {
        try (JsonParser json = JSON.createParser(request)) {
            json.nextToken();
            enter(json, "parent");
            String name = "";
            int round = -1;
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                switch (field) {
                    case "metadata" -> name = textIn(json, "name");
                    case "spec" -> round = Integer.parseInt(textIn(json, "round"));
                    default -> json.skipChildren();
                }
            }
            return new Parent(name, round);
        }
    }

    private static void enter(JsonParser json, String field) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean found = json.currentName().equals(field);
            json.nextToken();
            if (found) {
                return;
            }
            json.skipChildren();
        }
        throw new IOException("no " + field + " in the request");
    }

    /** Reads the current object to its end and returns the text of a field. */
    private static String textIn(JsonParser json, String field) throws IOException {
        String text = "";
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean found = json.currentName().equals(field);
            json.nextToken();
            if (found) {
                text = json.getText();
            }
            json.skipChildren();
        }
        return text;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
