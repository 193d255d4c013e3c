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

/** Streams changes, one JSON document a line. Thread-safe; {@link #close} ends all streams at once. */
final class WatchHandler implements AutoCloseable {

    /** Only how often an idle stream looks whether its client is still there; events come at once. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private static final int BUFFER = 16 << 10;

    private final Cluster cluster;
    private final ContentNegotiation views;
    private final Map<Watch, Thread> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    WatchHandler(Cluster cluster, ContentNegotiation views) {
        this.cluster = cluster;
        this.views = views;
    }

    /** Serves one watch until it ends, the client goes or the server stops. */
    void watch(ApiRequest request) throws IOException {
        ResponseWriter view = views.of(request);
        WatchOptions options = RequestOptions.watch(request);
        try (Watch watch = open(request, options)) {
            open.put(watch, Thread.currentThread());
            try {
                stream(request, watch, view);
            } finally {
                open.remove(watch);
            }
        }
    }

    /** A version that is too old is told within the stream, as the real server does. */
    private Watch open(ApiRequest request, WatchOptions options) {
        try {
            return cluster.watch(request.resource(), options);
        } catch (ClusterException.Expired expired) {
            return new Failed(expired);
        }
    }

    /** A watch that only tells why there is none. */
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

    private void stream(ApiRequest request, Watch watch, ResponseWriter view) throws IOException {
        ClientConnection client = ClientConnection.of(request.ctx());
        request.ctx().status(200).contentType("application/json");
        request.ctx().header("Cache-Control", "no-cache, private");
        request.ctx().res().flushBuffer(); // a client knows at once that its watch stands
        OutputStream out = new BufferedOutputStream(request.ctx().res().getOutputStream(), BUFFER);
        try {
            boolean more = true;
            while (more && !closed) {
                Optional<WatchEvent> event = watch.poll(Duration.ZERO);
                if (event.isEmpty()) {
                    out.flush();
                    event = watch.poll(LOOK);
                }
                more = event.isEmpty() ? !client.isClosed() : write(event.get(), view, out);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ClusterException e) {
            out.write("{\"type\":\"ERROR\",\"object\":".getBytes(StandardCharsets.UTF_8));
            out.write(GoJson.bytes(StatusDocument.failure(e, Optional.empty())));
            out.write(new byte[] {'}', '\n'});
        }
        out.flush();
    }

    private static boolean write(WatchEvent event, ResponseWriter view, OutputStream out) throws IOException {
        switch (event) {
            case WatchEvent.Added(KubeObject object) -> write("ADDED", object, view, out);
            case WatchEvent.Modified(KubeObject object) -> write("MODIFIED", object, view, out);
            case WatchEvent.Deleted(KubeObject object) -> write("DELETED", object, view, out);
            case WatchEvent.Bookmark(String version, boolean endOfInitialEvents) -> {
                begin("BOOKMARK", out);
                view.writeBookmark(version, endOfInitialEvents, out);
                end(out);
            }
            case WatchEvent.Ended() -> {
                return false;
            }
        }
        return true;
    }

    private static void write(String type, KubeObject object, ResponseWriter view, OutputStream out)
            throws IOException {
        begin(type, out);
        view.writeObject(object, out);
        end(out);
    }

    private static void begin(String type, OutputStream out) throws IOException {
        out.write(("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8));
    }

    private static void end(OutputStream out) throws IOException {
        out.write(new byte[] {'}', '\n'});
    }

    /** How many streams are open. */
    int count() {
        return open.size();
    }

    /** Ends all open streams; later ones end as soon as they begin. */
    @Override
    public void close() {
        closed = true;
        // Not watch.close(), which wakes all other readers of its resource too.
        open.values().forEach(Thread::interrupt);
    }
}
