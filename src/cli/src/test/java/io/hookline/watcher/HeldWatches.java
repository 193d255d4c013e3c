package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Makes caches lag: changes of a resource after {@link #hold} are not delivered to a complete cache before {@link #release}. */
public final class HeldWatches implements Interposed {

    private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();

    public void hold(String resource) {
        gates.put(resource, new CountDownLatch(1));
    }

    public void release(String resource) {
        Objects.requireNonNull(gates.get(resource)).countDown();
    }

    @Override
    public @Nullable Object answer(Request request) {
        Object answer = request.pass();
        return request.verb().equals("watch")
                ? new Held(
                        (Watch) Objects.requireNonNull(answer),
                        ((ApiResource) request.arguments()[0]).plural(),
                        (WatchOptions) request.arguments()[1])
                : answer;
    }

    public Cluster before(Cluster cluster, Interposed more) {
        return before(more.before(cluster));
    }

    private final class Held implements Watch {
        private final Watch next;
        private final String resource;
        private boolean listing;

        Held(Watch next, String resource, WatchOptions options) {
            this.next = next;
            this.resource = resource;
            this.listing = options.sendInitialEvents();
        }

        @Override
        public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
            Optional<WatchEvent> event = next.poll(wait);
            CountDownLatch gate = gates.get(resource);
            if (listing) { // what was there before is not what happens
                listing = !event.filter(e -> e instanceof WatchEvent.Bookmark(String _, boolean end) && end)
                        .isPresent();
            } else if (event.isPresent() && gate != null) {
                gate.await();
            }
            return event;
        }

        @Override
        public void close() {
            next.close();
        }
    }
}
