package io.hookline.kube;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.http.Response;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonScanner;
import io.hookline.object.KubeObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A watch on its own connection, which is closed when the watch ends or is closed. */
final class KubeWatch implements Watch, Runnable, WatchPings.Line {

    private static final int CHUNK = 8 << 10;

    private final KubeRequest request;
    private final Response response;
    private final Consumer<KubeWatch> onEnd;
    private final WatchEventQueue signals = new WatchEventQueue();
    private final WatchDecoder lines = new WatchDecoder(WatchDecoder.MAX_LINE, signals::offer);

    KubeWatch(KubeRequest request, Response response, Consumer<KubeWatch> onEnd) {
        this.request = request;
        this.response = response;
        this.onEnd = onEnd;
    }

    /** Reads until the watch ends, on a thread of its own. */
    @Override
    public void run() {
        try (response) {
            byte[] buffer = new byte[CHUNK];
            for (int count = response.read(buffer); count >= 0; count = response.read(buffer)) {
                lines.feed(buffer, count);
                signals.awaitRoom();
            }
            signals.end(
                    lines.isMidLine()
                            ? new ClusterException.Unreachable(request + ": ended in the middle of an event", null)
                            : null);
        } catch (ClusterException e) {
            signals.end(e);
        } catch (DecodeException e) {
            signals.end(new ClusterException.Unreachable(request + ": " + e.getMessage(), e));
        } catch (IOException e) {
            signals.end(ErrorMapper.lost(request, e));
        } catch (InterruptedException _) {
            signals.end(null);
        } finally {
            onEnd.accept(this);
        }
    }

    @Override
    public boolean canPing() {
        return response.canPing();
    }

    @Override
    public void ping() throws IOException {
        response.ping();
    }

    @Override
    public long receivedAt() {
        return response.receivedAt();
    }

    @Override
    public void fail(String why) {
        signals.end(new ClusterException.Unreachable(request + ": " + why, null));
        response.close();
    }

    @Override
    public void renew() {
        close();
    }

    @Override
    public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
        WatchEventQueue.Signal signal = signals.poll(Math.max(0, wait.toNanos()));
        if (signal instanceof WatchEventQueue.Signal.Event(WatchEvent event)) {
            return Optional.of(event);
        }
        if (signal instanceof WatchEventQueue.Signal.End end) {
            if (end.failure() != null) {
                throw end.failure();
            }
            return Optional.of(new WatchEvent.Ended());
        }
        return Optional.empty();
    }

    /** Ends the stream and closes its connection; a caller that polls receives the end. */
    @Override
    public void close() {
        signals.end(null);
        response.close();
    }

    /** Cuts the bytes of a watch into lines, and decodes each line as an event. Not thread-safe. */
    static final class WatchDecoder {

        /** Much larger than any object of an API server. */
        static final int MAX_LINE = 32 << 20;

        private final int maxLine;
        private final Consumer<WatchEvent> events;
        private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

        WatchDecoder(int maxLine, Consumer<WatchEvent> events) {
            this.maxLine = maxLine;
            this.events = events;
        }

        /**
         * Decodes the next bytes; the array may be reused afterwards.
         *
         * @throws DecodeException if a line is not an event, or is too long
         * @throws io.hookline.cluster.ClusterException the failure that the server reported in an error event
         */
        void feed(byte[] bytes, int count) {
            int start = 0;
            for (int i = 0; i < count; i++) {
                if (bytes[i] == '\n') {
                    line(bytes, start, i);
                    start = i + 1;
                }
            }
            if (pending.size() + count - start > maxLine) {
                throw new DecodeException(FieldPath.ROOT, "watch event longer than " + maxLine + " bytes");
            }
            pending.write(bytes, start, count - start);
        }

        /** Whether the last line is incomplete. */
        boolean isMidLine() {
            return pending.size() > 0;
        }

        private void line(byte[] bytes, int from, int to) {
            if (pending.size() == 0) {
                event(bytes, from, to);
                return;
            }
            pending.write(bytes, from, to - from);
            byte[] whole = pending.toByteArray();
            pending.reset();
            event(whole, 0, whole.length);
        }

        private void event(byte[] line, int from, int to) {
            JsonScanner scanner = new JsonScanner(line, from, to - from);
            if (scanner.peek() == -1) {
                return;
            }
            String type = "";
            int start = -1;
            int end = -1;
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                if (field.equals("type")) {
                    type = scanner.readString();
                } else if (field.equals("object")) {
                    start = scanner.position();
                    scanner.skipValue();
                    end = scanner.position();
                } else {
                    scanner.skipValue();
                }
            }
            if (start < 0) {
                throw new DecodeException(new FieldPath("watch event").field("object"), "is missing");
            }
            deliver(type, line, start, end);
        }

        private void deliver(String type, byte[] line, int start, int end) {
            if (type.equals("ERROR")) {
                throw ErrorMapper.ofStatus(Json.parse(Arrays.copyOfRange(line, start, end)));
            }
            KubeObject object = KubeObject.copyOf(line, start, end - start);
            events.accept(
                    switch (type) {
                        case "ADDED" -> new WatchEvent.Added(object);
                        case "MODIFIED" -> new WatchEvent.Modified(object);
                        case "DELETED" -> new WatchEvent.Deleted(object);
                        case "BOOKMARK" ->
                            new WatchEvent.Bookmark(
                                    object.resourceVersion(),
                                    "true".equals(object.annotation("k8s.io/initial-events-end")));
                        default ->
                            throw new DecodeException(
                                    new FieldPath("watch event").field("type"),
                                    "expected ADDED, MODIFIED, DELETED, BOOKMARK or ERROR, was \"" + type + "\"");
                    });
        }
    }

    /**
     * Passes events from the thread that reads the connection to the caller that polls. The queue is limited in bytes:
     * if the caller does not poll, the reader stops, and the server waits. Thread-safe.
     */
    static final class WatchEventQueue {

        /** The limit of the queue; the chunk that exceeds it is still added. */
        private static final long MAX_WAITING = 8L << 20;

        /** The memory of an event besides its bytes. */
        private static final long PER_EVENT = 2048;

        /** An event, or the end; the end has no failure if it was regular. */
        sealed interface Signal {
            record Event(WatchEvent event) implements Signal {}

            record End(@Nullable ClusterException failure) implements Signal {}
        }

        private final LinkedBlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition room = lock.newCondition();
        private long waiting;
        private boolean ended;

        /** Adds an event; events after the end are ignored. */
        void offer(WatchEvent event) {
            lock.lock();
            try {
                if (!ended) {
                    waiting += weight(event);
                    signals.add(new Signal.Event(event));
                }
            } finally {
                lock.unlock();
            }
        }

        /** Waits until there is room for more events, or the watch is closed. */
        void awaitRoom() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (waiting >= MAX_WAITING && !ended) {
                    room.await();
                }
            } finally {
                lock.unlock();
            }
        }

        /** Ends the queue; only the first end counts. */
        void end(@Nullable ClusterException failure) {
            lock.lock();
            try {
                if (ended) {
                    return;
                }
                ended = true;
                signals.add(new Signal.End(failure));
                room.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** Returns the next signal, or null if none came in time. After the end, every call returns the end. */
        @Nullable
        Signal poll(long nanos) throws InterruptedException {
            Signal signal = signals.poll(nanos, TimeUnit.NANOSECONDS);
            if (signal instanceof Signal.Event(WatchEvent event)) {
                removed(weight(event));
            } else if (signal != null) {
                signals.add(signal);
            }
            return signal;
        }

        private void removed(long weight) {
            lock.lock();
            try {
                boolean full = waiting >= MAX_WAITING;
                waiting -= weight;
                if (full && waiting < MAX_WAITING) {
                    room.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }

        private static long weight(WatchEvent event) {
            return switch (event) {
                case WatchEvent.Added(KubeObject object) -> PER_EVENT + object.size();
                case WatchEvent.Modified(KubeObject object) -> PER_EVENT + object.size();
                case WatchEvent.Deleted(KubeObject object) -> PER_EVENT + object.size();
                case WatchEvent.Bookmark _, WatchEvent.Ended _ -> PER_EVENT;
            };
        }
    }
}
