package io.hookline.local.http;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.GoJson;
import io.hookline.object.KubeObject;
import io.hookline.web.ClientConnection;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Streams changes, one JSON document per line. Thread-safe; {@link #close} ends all streams at once. */
final class WatchHandler implements AutoCloseable {

    /** The interval at which an idle stream checks whether its client is still connected. Events are sent at once. */
    private static final Duration CLIENT_CHECK_INTERVAL = Duration.ofSeconds(2);

    private static final int BUFFER = 16 << 10;

    private final Cluster cluster;
    private final ContentNegotiation negotiation;
    private final Map<Watch, Thread> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    WatchHandler(Cluster cluster, ContentNegotiation negotiation) {
        this.cluster = cluster;
        this.negotiation = negotiation;
    }

    /** Serves one watch until it ends, the client disconnects or the server stops. */
    void watch(ApiRequest request) throws IOException {
        ResponseWriter writer = negotiation.of(request);
        WatchOptions options = RequestOptions.watch(request);
        try (Watch watch = open(request, options)) {
            stream(request, watch, writer);
        }
    }

    /** A resourceVersion that is too old is reported within the stream, as in the real server. */
    private Watch open(ApiRequest request, WatchOptions options) {
        try {
            return cluster.watch(request.resource(), options);
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

    private void stream(ApiRequest request, Watch watch, ResponseWriter writer) throws IOException {
        ClientConnection client = ClientConnection.of(request.ctx());
        request.ctx().status(200).contentType("application/json");
        request.ctx().header("Cache-Control", "no-cache, private");
        request.ctx().res().flushBuffer(); // so that the client sees at once that its watch is open
        OutputStream out = new BufferedOutputStream(request.ctx().res().getOutputStream(), BUFFER);
        open.put(
                watch,
                Thread.currentThread()); // only now: an interrupt while the head is sent would cut the response off
        try {
            boolean more = true;
            while (more && !closed) {
                Optional<WatchEvent> event = watch.poll(Duration.ZERO);
                if (event.isEmpty()) {
                    out.flush();
                    event = watch.poll(CLIENT_CHECK_INTERVAL);
                }
                more = event.isEmpty() ? !client.isClosed() : write(event.get(), writer, out);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ClusterException e) {
            out.write("{\"type\":\"ERROR\",\"object\":".getBytes(StandardCharsets.UTF_8));
            out.write(GoJson.bytes(StatusDocument.failure(e, Optional.empty())));
            out.write(new byte[] {'}', '\n'});
        } finally {
            open.remove(watch);
        }
        out.flush();
    }

    private static boolean write(WatchEvent event, ResponseWriter writer, OutputStream out) throws IOException {
        switch (event) {
            case WatchEvent.Added(KubeObject object) -> write("ADDED", object, writer, out);
            case WatchEvent.Modified(KubeObject object) -> write("MODIFIED", object, writer, out);
            case WatchEvent.Deleted(KubeObject object) -> write("DELETED", object, writer, out);
            case WatchEvent.Bookmark(String version, boolean endOfInitialEvents) -> {
                begin("BOOKMARK", out);
                writer.writeBookmark(version, endOfInitialEvents, out);
                end(out);
            }
            case WatchEvent.Ended() -> {
                return false;
            }
        }
        return true;
    }

    private static void write(String type, KubeObject object, ResponseWriter writer, OutputStream out)
            throws IOException {
        begin(type, out);
        writer.writeObject(object, out);
        end(out);
    }

    private static void begin(String type, OutputStream out) throws IOException {
        out.write(("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8));
    }

    private static void end(OutputStream out) throws IOException {
        out.write(new byte[] {'}', '\n'});
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
