package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.docs.Figure;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.StrictView;
import io.hookline.informer.Subscription;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.local.http.RequestCount;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.story.faults.CountedHook.Answer;
import io.hookline.story.faults.CountedHook.Call;
import io.hookline.story.faults.CountedWorld.Settings;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How few requests the watcher sends, counted by the API server and by the hook. */
@Execution(ExecutionMode.CONCURRENT) // most of the time they wait
class FrequentRequestsIT {

    private static final Set<String> READS = Set.of("get", "list");
    private static final String ETAG = "\"the-only-one\"";
    private static final int FOREIGN_WRITES = 50;
    private static final int DELETIONS = 10;
    private static final int OBJECTS = 1200;

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "p" + i).toList();
    }

    @Test
    void twoHundredIdleParentsWithAResyncEachSecondSendNoRequest() throws IOException {
        try (CountedWorld world = resyncing(200)) {
            Figure.of("requests that read objects while 200 parents get their children", "requests")
                    .atMost(0)
                    .is(world.requests(READS::contains));
            Figure.of("requests besides watches while 200 idle parents are synced each second, for 4 s", "requests")
                    .atMost(0)
                    .is(requestsWithin(Duration.ofSeconds(4), 2 * 200, world));
        }
    }

    @Test
    @Tag("soak")
    void aThousandIdleParentsWithAResyncEachSecondSendNoRequestInAMinute() throws IOException {
        try (CountedWorld world = resyncing(1000)) {
            Figure.of("requests besides watches while 1000 idle parents are synced each second, for 60 s", "requests")
                    .atMost(0)
                    .is(requestsWithin(Duration.ofSeconds(60), 10 * 1000, world));
        }
    }

    /** Parents that have their children. */
    private static CountedWorld resyncing(int parents) throws IOException {
        Settings settings =
                Settings.PLAIN.withSpec("{\"resyncPeriodSeconds\":1}").withParents(names(parents));
        CountedWorld world = CountedWorld.start(CountedWorld::oneChild, settings);
        world.awaitText(names(parents), "text");
        world.awaitReported(parents);
        CountedWorld.awaitStill(world::requests, Duration.ofSeconds(1));
        return world;
    }

    /** The requests in some time, in which the hook is called at least so often. */
    private static long requestsWithin(Duration time, int calls, CountedWorld world) {
        long before = world.requests();
        world.hook.awaitCalls(calls, time);
        return world.requests() - before;
    }

    /** Two more than the limit allows: a request may come some time after it was sent. */
    @Test
    void twentyChildrenAreCreatedAtTheRateThatTheLimitAllows() throws Exception {
        try (CountedWorld world = throttled(20, 8)) {
            long quiet = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
            CountedWorld.await().until(() -> System.nanoTime() > quiet); // so that the burst is complete again
            Throttled seen = createChildren(20, world);

            Figure.of("time in which 20 children are created with 5 requests per second and a burst of 8", "s")
                    .atLeast(2.4)
                    .is(seen.seconds());
            Figure.of("requests in any second with 5 requests per second and a burst of 8", "requests")
                    .atMost(15)
                    .is(seen.inAnySecond());
        }
    }

    @Test
    @Tag("soak")
    void aHundredChildrenAreCreatedAtTheRateThatTheLimitAllows() throws Exception {
        try (CountedWorld world = throttled(100, 10)) {
            Throttled seen = createChildren(100, world);

            Figure.of("time in which 100 children are created with 5 requests per second and a burst of 10", "s")
                    .atLeast(18)
                    .is(seen.seconds());
            Figure.of("requests in any second with 5 requests per second and a burst of 10", "requests")
                    .atMost(15)
                    .is(seen.inAnySecond());
        }
    }

    /** A watcher with a limit on its requests, after its start. */
    private static CountedWorld throttled(int children, int burst) throws IOException {
        CountedWorld world = CountedWorld.start(
                call -> Answer.of(Scene.answer(call.parent(), call.parent().equals("p") ? children : 0, "text")),
                Settings.PLAIN.withThrottle(5, burst));
        world.put("first", "text");
        CountedWorld.await().until(() -> world.hook.count() > 0);
        CountedWorld.awaitStill(world::requests, Duration.ofSeconds(1));
        return world;
    }

    /** What the server saw. */
    private record Throttled(double seconds, long inAnySecond) {}

    private static Throttled createChildren(int children, CountedWorld world) {
        try (ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor()) {
            ConcurrentSkipListMap<Long, Long> samples = new ConcurrentSkipListMap<>();
            sampler.scheduleAtFixedRate(
                    () -> samples.put(System.nanoTime(), world.requests(_ -> true)), 0, 5, TimeUnit.MILLISECONDS);
            long start = System.nanoTime();
            world.put("p", "text");
            CountedWorld.await()
                    .until(() -> world.scene.present(world.scene.configMaps()).size() >= children);
            double seconds = (System.nanoTime() - start) / 1e9;
            sampler.shutdownNow();
            return new Throttled(seconds, inAnySecond(samples));
        }
    }

    private static long inAnySecond(ConcurrentSkipListMap<Long, Long> samples) {
        return samples.entrySet().stream()
                .mapToLong(sample -> samples.floorEntry(sample.getKey() + TimeUnit.SECONDS.toNanos(1))
                                .getValue()
                        - sample.getValue())
                .max()
                .orElseThrow();
    }

    @Test
    void anUnchangedAnswerIsNotSentAgainAndIsStillApplied() throws IOException {
        try (CountedWorld world =
                CountedWorld.start(FrequentRequestsIT::tagged, Settings.PLAIN.withWebhook("etag: {enabled: true}"))) {
            world.put("p", "text");
            world.awaitText(List.of("p"), "text");
            world.awaitQuiet();
            int first = world.hook.calls("p").size();
            for (int i = 0; i < DELETIONS; i++) {
                world.admin.delete(world.scene.configMaps(), CountedWorld.key("p-0"), DeleteOptions.BACKGROUND);
                world.awaitText(List.of("p"), "text");
            }
            world.awaitQuiet();
            List<Answer> answers =
                    world.hook.calls("p").stream().skip(first).map(Call::answer).toList();

            assertThat(answers).hasSizeGreaterThanOrEqualTo(DELETIONS).allMatch(answer -> answer.status() == 304);
            Figure.of("bytes of the hook's answers from which 10 deleted children are restored, with etag", "bytes")
                    .atMost(0)
                    .is(answers.stream().mapToInt(Answer::bytes).sum());
        }
    }

    private static Answer tagged(Call call) {
        return call.tag().equals(ETAG)
                ? Answer.empty(304, "ETag", ETAG)
                : CountedWorld.oneChild(call).with("ETag", ETAG);
    }

    @Test
    void statusChangesOfAnotherClientCallNoHookIfTheyAreIgnored() throws IOException {
        try (CountedWorld world = CountedWorld.start(
                CountedWorld::oneChild,
                Settings.PLAIN.withSpec("{\"parentResource\":{\"ignoreStatusChanges\":true}}"))) {
            world.put("p", "first");
            // The second call is for the new child.
            CountedWorld.await().until(() -> world.hook.calls("p").size() >= 2);
            world.awaitQuiet();
            int before = world.hook.calls("p").size();
            for (int i = 0; i < FOREIGN_WRITES; i++) {
                world.admin.patch(
                        world.things,
                        CountedWorld.key("p"),
                        Patch.merge("{\"status\":{\"theirs\":" + i + "}}"),
                        WriteOptions.STATUS);
            }
            // The events of a kind come in order: the watcher has seen the status changes before this parent.
            world.put("later", "text");
            world.awaitText(List.of("later"), "text");
            world.awaitQuiet();

            Figure.of("hook calls for 50 status changes of another client, with ignoreStatusChanges", "calls")
                    .atMost(0)
                    .is(world.hook.calls("p").size() - before);
        }
    }

    @Test
    void aListOfManyObjectsIsReadInPages() {
        LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
        ApiResource configMaps = cluster.discover().find("v1", "configmaps").orElseThrow();
        names(OBJECTS).forEach(name -> cluster.create(configMaps, configMap(name), WriteOptions.PLAIN));
        InformerOptions pages = InformerOptions.DEFAULTS.withStreamingLists(false);
        try (LocalApiServer server = LocalApiServer.start(cluster, 0);
                KubeCluster connection =
                        KubeCluster.at(server.url(), server.token().text(), KubeOptions.of("pages"));
                SharedInformerFactory informers = new SharedInformerFactory(
                        connection,
                        pages,
                        Thread.ofVirtual().factory(),
                        InstantSource.system(),
                        new SplittableRandom(2))) {
            Subscription subscription = informers.subscribe(configMaps, new StrictView());
            CountedWorld.await().until(subscription::isSynced);

            assertThat(subscription.store().all()).hasSize(OBJECTS);
            Figure.of("LIST requests for 1200 objects, in pages of 500", "requests")
                    .atMost(3)
                    .is(server.requests().stream()
                            .filter(count -> count.verb().equals("list"))
                            .mapToLong(RequestCount::count)
                            .sum());
        }
    }

    private static KubeObject configMap(String name) {
        return KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"default\"}}");
    }
}
