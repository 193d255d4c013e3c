package io.hookline.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.web.ClientConnection;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Streams changes, one JSON document per event: a line of a response, or a message of a WebSocket. Thread-safe;
 * {@link #close} ends all streams at once.
 */
final class WatchHandler implements AutoCloseable {

    /** The interval at which an idle stream checks whether its client is still connected. Events are sent at once. */
    private static final Duration CLIENT_CHECK_INTERVAL = Duration.ofSeconds(2);

    private final LocalCluster cluster;
    private final ContentNegotiation negotiation;
    private final Map<Watch, Thread> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    WatchHandler(LocalCluster cluster, ContentNegotiation negotiation) {
        this.cluster = cluster;
        this.negotiation = negotiation;
    }

    /** The watch of a valid request, not open yet. */
    record Wanted(ApiResource resource, WatchOptions options, ContentNegotiation.ResponseWriter writer) {}

    /** The client of a stream. Used by one thread. */
    interface Client {

        /** Where the JSON of an event is written. */
        OutputStream out();

        /** Called after each event. */
        void eventIsComplete() throws IOException;

        /** Called when no further event is known: the client gets all events so far. */
        void flush() throws IOException;

        /** Whether the client has left. Does not wait. */
        boolean isClosed();
    }

    /**
     * Checks the request.
     *
     * @throws ClusterException if it is not valid
     */
    Wanted wanted(ApiRequest request) {
        return new Wanted(
                request.resource(), RequestOptions.watch(request, cluster.currentRevision()), negotiation.of(request));
    }

    /** Serves one watch as a response until it ends, the client disconnects or the server stops. */
    void watch(ApiRequest request) throws IOException {
        Wanted wanted = wanted(request);
        try (Watch watch = open(wanted)) {
            stream(watch, wanted, new HttpClient(request.ctx()));
        }
    }

    /** The same for a client that is connected already. */
    void watch(Wanted wanted, Client client) throws IOException {
        try (Watch watch = open(wanted)) {
            stream(watch, wanted, client);
        }
    }

    /** A resourceVersion that is too old is reported within the stream, as in the real server. */
    private Watch open(Wanted wanted) {
        try {
            return cluster.watch(wanted.resource(), wanted.options());
        } catch (ClusterException.Expired expired) {
            return new Failed(expired);
        }
    }

    /** A watch that only reports why it could not be opened. */
    private record Failed(ClusterException failure) implements Watch {
        @Override
        public Optional<WatchEvent> poll(Duration wait) {
            throw failure;
        }

        @Override
        public void close() {
            // nothing was opened
        }
    }

    /** A client that reads a response. */
    private static final class HttpClient implements Client {

        private final ClientConnection connection;
        private final OutputStream out;

        HttpClient(Context ctx) throws IOException {
            connection = ClientConnection.of(ctx);
            ctx.status(200).contentType("application/json");
            ctx.header("Cache-Control", "no-cache, private");
            out = connection.stream(ctx);
        }

        @Override
        public OutputStream out() {
            return out;
        }

        @Override
        public void eventIsComplete() {
            // more may follow
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public boolean isClosed() {
            return connection.isClosed();
        }
    }

    private void stream(Watch watch, Wanted wanted, Client client) throws IOException {
        // Only now: an interrupt while the head is sent would cut the response off.
        open.put(watch, Thread.currentThread());
        try {
            boolean more = true;
            while (more && !closed) {
                Optional<WatchEvent> event = watch.poll(Duration.ZERO);
                if (event.isEmpty()) {
                    client.flush();
                    event = watch.poll(CLIENT_CHECK_INTERVAL);
                }
                more = event.isEmpty() ? !client.isClosed() : write(event.get(), wanted, client);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ClusterException e) {
            begin("ERROR", client.out());
            client.out().write(GoJson.bytes(StatusDocument.failure(e, Optional.empty())));
            end(client);
        } finally {
            open.remove(watch);
        }
        client.flush();
    }

    private static boolean write(WatchEvent event, Wanted wanted, Client client) throws IOException {
        ContentNegotiation.ResponseWriter writer = wanted.writer();
        switch (event) {
            case WatchEvent.Added(KubeObject object) -> write("ADDED", object, writer, client);
            case WatchEvent.Modified(KubeObject object) -> write("MODIFIED", object, writer, client);
            case WatchEvent.Deleted(KubeObject object) -> write("DELETED", object, writer, client);
            case WatchEvent.Bookmark(String version, boolean endOfInitialEvents) ->
                write("BOOKMARK", bookmark(wanted.resource(), version, endOfInitialEvents), writer, client);
            case WatchEvent.Ended() -> {
                return false;
            }
        }
        return true;
    }

    /** An object without a name, which has only a version. */
    private static KubeObject bookmark(ApiResource resource, String version, boolean endOfInitialEvents) {
        ObjectNode object =
                Json.NODES.objectNode().put("kind", resource.kind()).put("apiVersion", resource.apiVersion());
        ObjectNode metadata = object.putObject("metadata").put("resourceVersion", version);
        if (endOfInitialEvents) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        return KubeObject.of(object);
    }

    private static void write(String type, KubeObject object, ContentNegotiation.ResponseWriter writer, Client client)
            throws IOException {
        begin(type, client.out());
        writer.writeObject(object, client.out());
        end(client);
    }

    private static void begin(String type, OutputStream out) throws IOException {
        out.write(("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8));
    }

    private static void end(Client client) throws IOException {
        client.out().write(new byte[] {'}', '\n'});
        client.eventIsComplete();
    }

    /** The number of open streams. */
    int count() {
        return open.size();
    }

    /** Ends all open streams; later streams end when they start. */
    @Override
    public void close() {
        closed = true;
        // Not watch.close(), which would wake all other watches of the resource too.
        open.values().forEach(Thread::interrupt);
    }
}
