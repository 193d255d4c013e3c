package io.hookline.story.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** A hook over HTTP that counts its calls. Each takes the same time, in which others may come. */
final class CountedHook implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
    private final Map<String, Integer> atOnce = new ConcurrentHashMap<>();
    private final Function<Call, Answer> function;
    private final Duration time;

    /**
     * A call.
     *
     * @param parent its name
     * @param tag the ETag that the caller has; empty if it has none
     * @param nanos when it came
     * @param answer what it got
     * @param answeredNanos just before the answer was sent
     */
    record Call(
            String parent, JsonNode spec, long generation, String tag, long nanos, Answer answer, long answeredNanos) {

        private Call answered(Answer given) {
            return new Call(parent, spec, generation, tag, nanos, given, System.nanoTime());
        }
    }

    /** An answer with some headers. */
    record Answer(int status, String body, Map<String, String> headers) {

        static final Answer NONE = new Answer(0, "", Map.of());

        static Answer of(String body) {
            return new Answer(200, body, Map.of());
        }

        /** No body. */
        static Answer empty(int status, String header, String value) {
            return new Answer(status, "", Map.of(header, value));
        }

        Answer with(String header, String value) {
            return new Answer(status, body, Map.of(header, value));
        }

        int bytes() {
            return body.getBytes(StandardCharsets.UTF_8).length;
        }
    }

    /**
     * Starts it.
     *
     * @param time of a call
     */
    CountedHook(Function<Call, Answer> function, Duration time) throws IOException {
        this.function = function;
        this.time = time;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/sync", this::take);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/sync";
    }

    /** The finished calls for some parents, in the order of their answers. */
    List<Call> calls(Predicate<String> parents) {
        return calls.stream().filter(call -> parents.test(call.parent())).toList();
    }

    /** The finished calls for one parent. */
    List<Call> calls(String parent) {
        return calls(parent::equals);
    }

    int count() {
        return calls.size();
    }

    /** Waits for at least some time, and for so many more calls. */
    void awaitCalls(int more, Duration time) {
        int enough = count() + more;
        long end = System.nanoTime() + time.toNanos();
        Awaitility.await().atMost(time.plusSeconds(60)).until(() -> count() >= enough && System.nanoTime() > end);
    }

    /** The largest number of calls at the same time for one parent. */
    int atOnce(String parent) {
        return atOnce.getOrDefault(parent, 0);
    }

    /** The largest number of calls at the same time. */
    int atOnce() {
        return atOnce("");
    }

    private void take(HttpExchange exchange) throws IOException {
        JsonNode parent = Json.parse(exchange.getRequestBody().readAllBytes()).path("parent");
        String tag = exchange.getRequestHeaders().getFirst("If-None-Match");
        Call call = new Call(
                parent.at("/metadata/name").asText(),
                parent.path("spec"),
                parent.at("/metadata/generation").asLong(),
                tag == null ? "" : tag,
                System.nanoTime(),
                Answer.NONE,
                0);
        begin("");
        begin(call.parent());
        timer.schedule(() -> answer(exchange, call), time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void begin(String key) {
        int now = running.computeIfAbsent(key, _ -> new AtomicInteger()).incrementAndGet();
        atOnce.merge(key, now, Integer::max);
    }

    private void end(String key) {
        running.get(key).decrementAndGet();
    }

    private void answer(HttpExchange exchange, Call call) {
        Answer answer = function.apply(call);
        end("");
        end(call.parent());
        calls.add(call.answered(answer));
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        timer.shutdownNow();
        threads.shutdownNow();
    }
}
