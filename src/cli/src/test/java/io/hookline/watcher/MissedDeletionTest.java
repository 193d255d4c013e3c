package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.docs.Figure;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A child is deleted while its watch is disconnected, and the API server has forgotten the change when the watch comes back. */
class MissedDeletionTest extends ReconcileSuite {

    /** So short that a watch without events breaks too. */
    private static final Duration POLL = Duration.ofMillis(20);

    private final AtomicInteger expired = new AtomicInteger();
    private volatile boolean disconnected;
    private volatile boolean forgotten;

    @Override
    public UnaryOperator<Cluster> between() {
        return cluster -> ((Interposed) this::answer).before(cluster);
    }

    private @Nullable Object answer(Interposed.Request request) {
        if (!request.is("watch configmaps") && !request.is("list configmaps")) {
            return request.pass();
        }
        requireConnection();
        if (request.verb().equals("list")) {
            return request.pass();
        }
        WatchOptions options = (WatchOptions) request.arguments()[1];
        if (forgotten && !options.sendInitialEvents()) {
            expired.incrementAndGet();
            forgotten = false;
            throw new ClusterException.Expired("too old resource version");
        }
        return new Breakable((Watch) Objects.requireNonNull(request.pass()));
    }

    private void requireConnection() {
        if (disconnected) {
            throw new ClusterException.Unreachable("connection refused", null);
        }
    }

    private final class Breakable implements Watch {
        private final Watch next;

        Breakable(Watch next) {
            this.next = next;
        }

        @Override
        public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
            Optional<WatchEvent> event = next.poll(wait.compareTo(POLL) < 0 ? wait : POLL);
            requireConnection();
            return event;
        }

        @Override
        public void close() {
            next.close();
        }
    }

    @Test
    void aChildThatWasDeletedDuringADisconnectIsCreatedAgain() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        soon().until(() -> world.configMap("a").isPresent());
        settle();
        int calls = world.calls.size();

        disconnected = true;
        forgotten = true;
        world.local.delete(world.configMaps(), key("a"), DeleteOptions.BACKGROUND);
        settle();
        assertThat(world.calls).as("syncs before the watch is back").hasSize(calls);
        disconnected = false;
        long start = System.nanoTime();

        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> world.configMap("a").isPresent());
        Figure.of("child restored after the end of a disconnect in which it was deleted", "s")
                .atMost(60)
                .is(Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0);
        assertThat(expired).hasValue(1);
        assertThat(world.calls.size()).isGreaterThan(calls);
    }
}
