package io.hookline.watcher.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.object.ApiResource;
import io.hookline.queue.ManualClock;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.WatcherFixture;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Discovery is refreshed seldom, also with many callers and with a failing API server. */
@Timeout(60)
class RestMapperTest {

    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final ApiResource THINGS =
            new ApiResource("v1", "things", "thing", "Thing", true, List.of(), List.of(), Set.of("list"), Set.of());

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);

    private RestMapper catalog(Interposed server) {
        return new RestMapper(server.before(WatcherFixture.newCluster()), clock, INTERVAL);
    }

    private static Discovery serving(ApiResource... resources) {
        return new Discovery(List.of(resources), List.of());
    }

    /** Counts the requests, and from the given one on delays its response. */
    private Interposed slowFrom(int which) {
        return _ -> {
            if (asked.incrementAndGet() >= which) {
                inside.countDown();
                awaitUnchecked(answered);
            }
            return serving(THINGS);
        };
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "v1, thing, did you mean things?",
        "v1, Thing, did you mean things?",
        "v1, Things, did you mean things?",
        "example.com/v1, things, it is served in v1"
    })
    void anUnknownResourceNameGetsASuggestion(String apiVersion, String name, String hint) {
        RestMapper catalog = catalog(_ -> serving(THINGS));

        assertThatThrownBy(() -> catalog.require(apiVersion, name))
                .isInstanceOf(SyncException.class)
                .hasMessage("discovery: can't find resource " + name + " in apiVersion " + apiVersion + "; " + hint);
        assertThatThrownBy(() -> catalog.require("v1", "others"))
                .hasMessage("discovery: can't find resource others in apiVersion v1");
    }

    /** A real API server serves none of its versions for a moment when a CRD has changed. */
    @Test
    void anotherVersionIsNamedAsSoonAsTheServerShowsIt() {
        ApiResource v2 = new ApiResource(
                "example.com/v2", "things", "thing", "Thing", true, List.of(), List.of(), Set.of("list"), Set.of());
        AtomicReference<Discovery> served = new AtomicReference<>(serving());
        RestMapper catalog = catalog(_ -> served.get());
        catalog.expire("example.com");
        assertThatThrownBy(() -> catalog.require("example.com/v1", "things"))
                .hasMessage("discovery: can't find resource things in apiVersion example.com/v1");

        served.set(serving(v2));
        clock.advance(Duration.ofSeconds(1));

        assertThatThrownBy(() -> catalog.require("example.com/v1", "things"))
                .hasMessage(
                        "discovery: can't find resource things in apiVersion example.com/v1; it is served in example.com/v2");
    }

    /** The clock is read after the first search, so it refreshes there, as another thread may do. */
    @Test
    void aKindIsFoundIfAnotherCallerRefreshesAfterTheFirstSearch() {
        AtomicReference<Runnable> other = new AtomicReference<>(() -> {});
        InstantSource interrupted = () -> {
            other.getAndSet(() -> {}).run();
            return clock.instant();
        };
        Interposed serving = _ -> serving(THINGS);
        RestMapper catalog = new RestMapper(serving.before(WatcherFixture.newCluster()), interrupted, INTERVAL);
        other.set(() -> catalog.find("v1", "things"));

        assertThat(catalog.find("v1", "things")).contains(THINGS);
    }

    @Test
    void aCallerThatWaitsForDiscoveryDoesNotStartAnother() throws InterruptedException {
        RestMapper catalog = catalog(slowFrom(1));
        Thread first = Thread.ofPlatform().start(() -> catalog.find("v1", "things"));
        inside.await();
        Thread second = Thread.ofPlatform().start(() -> catalog.find("v1", "things"));
        Awaitility.await()
                .until(() -> second.getState() == Thread.State.WAITING || second.getState() == Thread.State.BLOCKED);
        answered.countDown();
        first.join();
        second.join();

        assertThat(asked).hasValue(1);
    }

    @Test
    void knownKindsAreFoundWithoutDelayDuringDiscovery() throws InterruptedException {
        RestMapper catalog = catalog(slowFrom(2));
        catalog.find("v1", "things");
        clock.advance(INTERVAL.plusSeconds(1));
        Thread asking = Thread.ofPlatform().start(() -> catalog.find("v1", "things"));
        inside.await();

        AtomicReference<Optional<ApiResource>> found = new AtomicReference<>(Optional.empty());
        Thread other = Thread.ofPlatform().start(() -> found.set(catalog.find("v1", "things")));
        boolean ended = other.join(Duration.ofSeconds(10));
        answered.countDown();
        asking.join();

        assertThat(ended).isTrue();
        assertThat(found.get()).contains(THINGS);
    }

    @Test
    void aServerThatFailsIsGivenSomeRest() {
        RestMapper catalog = catalog(_ -> {
            asked.incrementAndGet();
            throw new ClusterException.Unreachable("connection refused", null);
        });
        for (int i = 0; i < 5; i++) {
            catalog.find("v1", "things");
        }
        assertThat(asked).hasValue(1);

        clock.advance(Duration.ofMillis(500));
        catalog.find("v1", "things");
        assertThat(asked).hasValue(2);
    }

    @Test
    void aKindThatIsAddedDuringDiscoveryIsFound() {
        RestMapper[] catalog = new RestMapper[1];
        catalog[0] = catalog(_ -> {
            if (asked.incrementAndGet() > 1) {
                return serving(THINGS);
            }
            catalog[0].expire(""); // after the server has made its answer
            return serving();
        });
        catalog[0].find("v1", "things");

        assertThat(catalog[0].find("v1", "things")).contains(THINGS);
    }

    @Test
    void definitionsThatChangeInABurstCauseOneDiscoveryEachHalfSecond() {
        RestMapper catalog = catalog(_ -> {
            asked.incrementAndGet();
            return serving(THINGS);
        });
        catalog.find("v1", "things");
        for (int definition = 0; definition < 100; definition++) {
            clock.advance(Duration.ofMillis(20));
            catalog.expire("");
            assertThat(catalog.find("v1", "things")).contains(THINGS);
        }

        assertThat(asked).hasValueBetween(5, 6); // 2 s
    }

    @Test
    void aKindThatIsAddedIsFoundAfterTheIntervalWithoutAnotherExpire() {
        RestMapper catalog = catalog(_ -> asked.incrementAndGet() < 3 ? serving() : serving(THINGS));
        catalog.find("v1", "things");
        catalog.expire("");
        catalog.find("v1", "things");
        catalog.expire("");
        assertThat(catalog.find("v1", "things")).isEmpty();

        clock.advance(Duration.ofMillis(501));

        assertThat(catalog.find("v1", "things")).contains(THINGS);
    }

    @Test
    void aMissingKindIsLookedUpAgainAfterAMomentOnly() {
        RestMapper catalog = catalog(_ -> {
            asked.incrementAndGet();
            return serving();
        });
        catalog.find("v1", "things");
        catalog.find("v1", "things");
        assertThat(asked).hasValue(1);

        clock.advance(Duration.ofMillis(501));
        catalog.find("v1", "things");
        assertThat(asked).hasValue(2);
    }

    private static ApiResource resource(String apiVersion, String plural) {
        return new ApiResource(apiVersion, plural, "", "Kind", true, List.of(), List.of(), Set.of("list"), Set.of());
    }

    @Test
    void aGroupThatFailsKeepsItsLastKnownResourcesHoweverOftenItFails() {
        ApiResource metrics = resource("metrics.example.com/v1", "pods");
        RestMapper catalog = catalog(_ -> asked.incrementAndGet() == 1
                ? serving(metrics)
                : new Discovery(List.of(), List.of("metrics.example.com/v1")));
        catalog.find("metrics.example.com/v1", "pods");

        for (int i = 0; i < 3; i++) {
            clock.advance(INTERVAL.plusSeconds(1));
            assertThat(catalog.find("metrics.example.com/v1", "pods")).contains(metrics);
        }
        assertThat(asked).hasValue(4);
    }

    @Test
    void aGroupThatAnswersAgainIsServedAsDiscovered() {
        ApiResource before = resource("metrics.example.com/v1", "pods");
        ApiResource now = resource("metrics.example.com/v1", "nodes");
        RestMapper catalog = catalog(_ -> switch (asked.incrementAndGet()) {
            case 1 -> serving(before);
            case 2 -> new Discovery(List.of(), List.of("metrics.example.com/v1"));
            default -> serving(now);
        });
        for (int i = 0; i < 3; i++) {
            catalog.find("metrics.example.com/v1", "pods");
            clock.advance(INTERVAL.plusSeconds(1));
        }

        assertThat(catalog.find("metrics.example.com/v1", "nodes")).contains(now);
        assertThat(catalog.find("metrics.example.com/v1", "pods")).isEmpty();
    }
}
