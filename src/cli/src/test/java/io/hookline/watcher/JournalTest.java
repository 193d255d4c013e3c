package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.docs.Figure;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.Priority;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerDecoder;
import io.hookline.trace.Causes;
import io.hookline.trace.SyncNotes;
import io.hookline.trace.Trace;
import io.hookline.watcher.journal.Journal;
import io.hookline.watcher.journal.JournalEntry;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.SyncException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the journal knows after syncs of a controller that is driven by hand. */
class JournalTest {

    private static final String SECRET_VALUE = "planted-value";

    private final LocalWorld world = new LocalWorld();
    private HandDrivenController controller =
            new HandDrivenController(world.cluster, Composites.ofConfigMaps("InPlace"));
    private Journal journal = new Journal(Journal.Limits.CLUSTER, controller.clock);
    private ControllerLoop<ParentKey> loop = loop();

    @AfterEach
    void close() {
        controller.close();
    }

    private ControllerLoop<ParentKey> loop() {
        return new ControllerLoop<>(
                "c",
                controller.assembly.queue(),
                controller.assembly.reconciler(),
                journal.loop(ControllerDecoder.composite(Composites.ofConfigMaps("InPlace"))
                        .value()),
                new SplittableRandom(3)::nextLong);
    }

    private void limit(Journal.Limits limits) {
        journal = new Journal(limits, controller.clock);
        loop = loop();
    }

    /** Until nothing is left to do. */
    private void settle() {
        controller.catchUp();
        controller.clock.advance(Duration.ofSeconds(1));
        while (loop.runOne()) {
            controller.catchUp();
            controller.clock.advance(Duration.ofSeconds(1));
        }
    }

    private void answers(String... children) {
        controller.hook = _ -> Composites.children(children).getBytes(StandardCharsets.UTF_8);
    }

    private static String configMap(String data) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"" + data
                + "\"}}";
    }

    private Journal.Key key(String parent) {
        return new Journal.Key(
                new ControllerName(ControllerType.COMPOSITE, "c"), ParentKey.of(world.get("things", parent)));
    }

    private List<ObjectNode> entries(String parent) {
        return journal.of(key(parent)).orElseThrow().entries().stream()
                .map(JournalEntry::tree)
                .toList();
    }

    private void edit(String plural, String name, String patch, String manager) {
        KubeObject object = world.get(plural, name);
        world.cluster.patch(world.resource(plural), object.key(), Patch.merge(patch), WriteOptions.PLAIN.by(manager));
    }

    @Test
    void theFirstSyncIsAnEntryWithItsCauseItsWritesAndItsTimes() {
        answers(configMap("1"));
        world.thing("p");

        settle();

        ObjectNode first = entries("p").getLast();
        assertThat(first.path("causes").toString()).isEqualTo("[\"parent added\"]");
        assertThat(first.path("first").asBoolean()).isTrue();
        assertThat(first.path("outcome").asText()).isEqualTo("done");
        assertThat(first.path("trace").asText()).matches("[0-9a-f]{32}");
        assertThat(first.path("writes").toString())
                .contains("{\"do\":\"created\",\"object\":\"ConfigMap default/a\"}")
                .contains("{\"do\":\"status\",\"fields\":[\"observedGeneration: absent → 1\"]}");
        assertThat(first.path("times").properties())
                .extracting(Map.Entry::getKey)
                .contains("queue", "claim", "hook", "apply");
    }

    @Test
    void whatTheSyncItselfWroteIsNoEntryButCounted() {
        answers(configMap("1"));
        world.thing("p");

        settle();

        Journal.Known known = journal.of(key("p")).orElseThrow();
        assertThat(known.entries()).hasSize(1);
        assertThat(known.quiet().tree().path("own write").asInt()).isPositive();
    }

    /** Of however many children: else a loop over many of them would not be seen as one. */
    @Test
    void allWritesOfASyncAreKnownAsOwnOnes() {
        answers(IntStream.range(0, 60)
                .mapToObj(i -> Composites.configMap("a" + i))
                .toArray(String[]::new));
        world.thing("p");

        settle();

        ObjectNode quiet = journal.of(key("p")).orElseThrow().quiet().tree();
        assertThat(quiet.path("own write").asInt())
                .isPositive()
                .isEqualTo(quiet.path("calls").asInt());
    }

    @Test
    void aChangedFieldOfTheParentIsNamedWithWhoChangedIt() {
        answers(configMap("1"));
        world.thing("p");
        settle();

        answers(configMap("2"));
        edit("things", "p", "{\"spec\":{\"who\":\"Everybody\"}}", "kubectl-patch");
        settle();

        ObjectNode newest = entries("p").getFirst();
        assertThat(newest.path("changed").path(0).toString())
                .isEqualTo("{\"by\":\"kubectl-patch\",\"fields\":[\"spec.who: absent → \\\"Everybody\\\"\"],"
                        + "\"how\":\"changed\",\"object\":\"Thing default/p\"}");
        assertThat(newest.path("calls").path(0).path("answer").asText()).isEqualTo("changed");
        assertThat(newest.path("writes").toString()).contains("data.k: \\\"1\\\" → \\\"2\\\"");
    }

    @Test
    void aDeletedChildAndAnEditedOneAreNamed() {
        answers(configMap("1"));
        world.thing("p");
        settle();

        world.delete("configmaps", "a");
        settle();
        assertThat(entries("p").getFirst().path("changed").toString())
                .isEqualTo("[{\"how\":\"was deleted\",\"object\":\"ConfigMap default/a\"}]");

        edit("configmaps", "a", "{\"data\":{\"k\":\"mine\"}}", "somebody");
        settle();
        assertThat(entries("p").getFirst().path("changed").toString())
                .contains("\"by\":\"somebody\"")
                .contains("data.k: \\\"1\\\" → \\\"mine\\\"");
    }

    @Test
    void aListItemIsNamedByTheManagerOfThatItem() {
        answers();
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: p, namespace: default},"
                + " spec: {ports: [{port: 1}]}}");
        settle();

        edit("things", "p", "{\"spec\":{\"ports\":[{\"port\":2}]}}", "editor");
        edit("things", "p", "{\"metadata\":{\"labels\":{\"other\":\"x\"}}}", "labeller");
        edit("things", "p", "{\"metadata\":{\"labels\":null}}", "labeller");
        settle();

        assertThat(entries("p").getFirst().path("quietBefore").toString()).contains("calls");
        assertThat(entries("p")).hasSize(2);
        assertThat(entries("p").getFirst().path("changed").path(0).path("by").asText())
                .isEqualTo("editor");
    }

    @Test
    void equalFailuresInARowAreOneEntryWithACount() {
        world.thing("p");
        controller.reply = _ -> {
            throw new HookException("down");
        };
        settle();
        for (int i = 0; i < 5; i++) {
            controller.clock.advance(Duration.ofMinutes(10));
            settle();
        }

        ObjectNode failure = entries("p").getFirst();
        assertThat(entries("p")).hasSize(1);
        assertThat(failure.path("count").asInt()).isGreaterThan(4);
        assertThat(failure.path("error").asText()).contains("down");
        assertThat(failure.path("outcome").asText()).isEqualTo("failed");

        controller.reply = _ -> Optional.empty();
        controller.clock.advance(Duration.ofMinutes(30));
        settle();
        assertThat(entries("p").getFirst().path("outcome").asText()).isEqualTo("done");
    }

    @Test
    void theTimesOfARetryAddUpToItsTotalWithoutTheWaitAfterTheFailureBefore() {
        answers(configMap("1"));
        world.thing("p");
        settle();
        controller.reply = _ -> {
            throw new HookException("down");
        };
        edit("things", "p", "{\"spec\":{\"who\":\"Everybody\"}}", "me");
        settle();
        answers(configMap("2"));
        controller.reply = _ -> Optional.empty();
        controller.clock.advance(Duration.ofMinutes(30));
        settle();

        ObjectNode done = entries("p").getFirst();
        assertThat(done.path("outcome").asText()).isEqualTo("done");
        JsonNode times = done.path("times");
        double parts = Stream.of("queue", "claim", "hook", "apply")
                .mapToDouble(part -> times.path(part).asDouble())
                .sum();
        assertThat(times.path("total").asDouble()).isCloseTo(parts, within(1.0));
    }

    @Test
    void aHookThatIsBusyIsAnEntry() {
        world.thing("p");
        controller.reply = _ -> Optional.of(new HookReply.Later(Optional.of(Duration.ofSeconds(8))));
        settle();

        assertThat(entries("p").getFirst().path("outcome").asText()).startsWith("postponed: ");
        assertThat(entries("p").getFirst().path("nextAfter").asDouble()).isEqualTo(8.0);
    }

    @Test
    void aPauseIsAnEntry() {
        world.thing("p");
        edit("things", "p", "{\"metadata\":{\"annotations\":{\"hookline.io/paused\":\"true\"}}}", "me");
        settle();

        assertThat(entries("p").getFirst().path("outcome").asText()).contains("hookline.io/paused");
    }

    @Test
    void resyncsAreCountedByTheirCause() {
        answers();
        world.thing("p");
        settle();
        for (int i = 0; i < 200; i++) {
            controller.assembly.queue().add(key("p").parent(), Priority.RESYNC, "resync");
            settle();
        }

        assertThat(journal.of(key("p"))
                        .orElseThrow()
                        .quiet()
                        .tree()
                        .path("resync")
                        .asInt())
                .isEqualTo(200);
        assertThat(entries("p")).hasSize(1);
    }

    @Test
    void aLoopReplacesOnlyItsOwnEntries() {
        answers(configMap("0"));
        for (int i = 0; i < 20; i++) {
            world.thing("quiet-" + i);
        }
        answers();
        settle();
        world.thing("busy");
        int[] answer = {0};
        controller.hook = request -> request.parent().name().equals("busy")
                ? Composites.children(configMap("" + answer[0]++)).getBytes(StandardCharsets.UTF_8)
                : "{}".getBytes(StandardCharsets.UTF_8);
        settle(400);

        assertThat(answer[0]).isGreaterThan(100);
        assertThat(entries("busy")).hasSize(Journal.Limits.CLUSTER.perParent());
        assertThat(IntStream.range(0, 20).mapToObj(i -> entries("quiet-" + i)))
                .allSatisfy(each -> assertThat(each).isNotEmpty());
    }

    private void settle(int syncs) {
        for (int i = 0; i < syncs; i++) {
            controller.catchUp();
            controller.clock.advance(Duration.ofSeconds(150)); // more than the brake delays a write
            loop.runOne();
        }
    }

    @Test
    void allEntriesTogetherAreLimitedAndTheOldestGoesFirst() {
        limit(new Journal.Limits(20_000, 20));
        for (int i = 0; i < 60; i++) {
            world.thing("p" + i);
            settle();
        }

        assertThat(journal.bytes()).isBetween(15_000L, 20_000L);
        assertThat(journal.of(key("p59"))).isPresent();
        assertThat(journal.of(key("p0")).map(known -> known.entries().size()).orElse(0))
                .isZero();
    }

    @Test
    void aParentOfManyChildrenWithLongNamesHasASmallEntry() {
        String[] children = IntStream.range(0, 300)
                .mapToObj(i -> Composites.configMap("n".repeat(200) + i))
                .toArray(String[]::new);
        answers(children);
        world.thing("p");
        settle();

        JournalEntry entry = journal.of(key("p")).orElseThrow().entries().getLast();
        assertThat(entry.tree().toString().getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(JournalEntry.MAX_SIZE);
        int shown = (int) entry.tree()
                .path("writes")
                .valueStream()
                .filter(write -> write.path("do").asText().equals("created"))
                .count();
        assertThat(shown + entry.tree().path("moreWrites").asInt()).isEqualTo(300);
    }

    /** Such characters are six bytes each in the JSON. */
    @Test
    void alsoALongErrorOfManyEscapedCharactersHasASmallEntry() {
        controller.hook = _ -> {
            throw new HookException("<".repeat(5000));
        };
        world.thing("p");
        controller.catchUp();
        loop.runOne();

        JournalEntry entry = journal.of(key("p")).orElseThrow().entries().getLast();
        assertThat(entry.tree().path("error").asText()).hasSizeBetween(200, 1024);
        assertThat(entry.tree().toString().replace("<", "\\u003c")).hasSizeLessThanOrEqualTo(JournalEntry.MAX_SIZE);
    }

    @Test
    void nothingIsRememberedWithoutMemory() {
        limit(new Journal.Limits(0, 20));
        world.thing("p");
        settle();

        assertThat(journal.syncs()).isEmpty();
    }

    @Test
    void theEntriesOfADeletedParentStay() {
        answers(configMap("1"));
        world.thing("p");
        settle();
        Journal.Key key = key("p");
        world.delete("things", "p");
        settle();

        assertThat(journal.of(key).orElseThrow().entries()).isNotEmpty();
        assertThat(journal.writersOf("ConfigMap default/a")).containsExactly(key);
    }

    @Test
    void noValueOfASecretIsRemembered() {
        controller.close();
        KubeObject ofSecrets =
                Composites.over("{apiVersion: v1, resource: secrets, updateStrategy: {method: InPlace}}");
        controller = new HandDrivenController(world.cluster, ofSecrets);
        limit(Journal.Limits.CLUSTER);
        answers(secret("first-" + SECRET_VALUE));
        world.thing("p");
        settle();
        answers(secret("second-" + SECRET_VALUE));
        controller.assembly.queue().add(key("p").parent(), Priority.CHANGE, "test");
        settle();
        edit(
                "secrets",
                "a",
                "{\"stringData\":{\"password\":\"third-" + SECRET_VALUE + "\"},\"metadata\":{\"annotations\":"
                        + "{\"copy\":\"edited-" + SECRET_VALUE + "\"}}}",
                "me");
        settle();

        String all = journal.of(key("p")).orElseThrow().entries().stream()
                .map(entry -> entry.tree().toString())
                .collect(Collectors.joining());
        assertThat(all).contains("Secret default/a", "metadata.annotations.copy", "\"by\":\"me\"");
        assertThat(all)
                .doesNotContain(SECRET_VALUE)
                .doesNotContain(
                        Base64.getEncoder().encodeToString(("third-" + SECRET_VALUE).getBytes(StandardCharsets.UTF_8)));
    }

    private static String secret(String value) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"a\",\"annotations\":{\"copy\":\""
                + value + "\"}},\"stringData\":{\"password\":\"" + value + "\"}}";
    }

    @Test
    void theStateThatWeWroteIsNotKept() {
        answers(configMap("1"));
        world.thing("p");
        controller.catchUp();
        loop.runOne();

        var inputs = controller
                .assembly
                .memories()
                .find(key("p").parent())
                .orElseThrow()
                .inputs();
        assertThat(inputs.parent()).isNull();
        assertThat(inputs.written()).hasSize(2);
    }

    /** In a process of its own, whose heap nothing else fills. */
    @Test
    void tenThousandParentsThatAreSyncedThirtyTimesStayWithinTheLimits() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:MarkSweepDeadRatio=0", // or a collection leaves up to a twentieth of the heap as it is
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JournalTest.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            String[] printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split(" ");
            assertThat(printed).hasSize(3);
            Figure.of("entries of 10,000 parents, each synced 30 times with writes", "bytes")
                    .atMost(Journal.Limits.CLUSTER.bytes())
                    .is(Long.parseLong(printed[0]));
            Figure.of("heap of the journal of 10,000 parents, each synced 30 times with writes", "bytes")
                    .atMost(12 << 20)
                    .is(Long.parseLong(printed[1]));
            Figure.of("entries of other parents that 10,000 syncs of one have replaced", "entries")
                    .atMost(Journal.Limits.CLUSTER.perParent())
                    .is(Long.parseLong(printed[2]));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Prints the size of all entries, the heap that they need, and how many were lost by the syncs of one parent. */
    public static void main(String[] args) {
        LocalWorld world = new LocalWorld();
        ParentKey some = ParentKey.of(world.thing("p"));
        List<String> parents =
                IntStream.range(0, 10_000).mapToObj(i -> "parent-" + i).toList();
        SplittableRandom random = new SplittableRandom(5);
        KubeObject child = world.thing("child");
        long before = liveHeap();
        Journal full = new Journal(Journal.Limits.CLUSTER, InstantSource.system());
        LoopObserver<ParentKey> observer = full.loop(
                ControllerDecoder.composite(Composites.ofConfigMaps("InPlace")).value());
        ToLongBiFunction<String, Integer> sync = (name, length) -> {
            ParentKey key = new ParentKey(some.kind(), new ObjectKey("default", name));
            Trace trace = Trace.start(random::nextLong, Causes.of("test"), null, Instant.EPOCH, Instant.EPOCH);
            trace.sees("1", trace.causes());
            trace.run(() -> {
                observer.finished(key, Outcome.awaitChange(), Duration.ZERO); // nothing so far: counted
                trace.notes().answered(new SyncNotes.Answer("sync", 1000, false));
                trace.notes().input(new SyncNotes.Input(SyncNotes.How.ADDED, null, child));
                trace.notes().wrote(new SyncNotes.Write("updated", child, "data.k: " + "x".repeat(length), false));
                observer.finished(key, Outcome.awaitChange(), Duration.ZERO);
            });
            return full.bytes();
        };
        long most = 0;
        for (int round = 0; round < 30; round++) {
            most = Math.max(
                    most,
                    parents.stream()
                            .mapToLong(name -> sync.applyAsLong(name, random.nextInt(300)))
                            .max()
                            .orElseThrow());
        }
        long heap = liveHeap() - before;
        String busy = parents.getLast();
        long others = entriesOfOthers(full, busy);
        for (int round = 0; round < 10_000; round++) {
            // No larger than those of the others, so that each takes the place of one at most.
            sync.applyAsLong(busy, 0);
        }
        System.out.print(most + " " + heap + " " + (others - entriesOfOthers(full, busy)));
    }

    private static long liveHeap() {
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long entriesOfOthers(Journal journal, String parent) {
        return journal.syncs().keySet().stream()
                .filter(key -> !key.parent().key().name().equals(parent))
                .mapToLong(key -> journal.of(key).orElseThrow().entries().size())
                .sum();
    }

    @Test
    void tenThousandParentsThatFailInDifferentWaysStayWithinTheLimit() {
        ParentKey some = ParentKey.of(world.thing("p"));
        LoopObserver<ParentKey> observer = journal.loop(
                ControllerDecoder.composite(Composites.ofConfigMaps("InPlace")).value());
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 10_000; i++) {
                ParentKey key = new ParentKey(some.kind(), new ObjectKey("default", "parent-" + i));
                Outcome outcome = Outcome.failed(new SyncException.Refused("failure " + round + " ".repeat(i % 100)));
                Trace.start(random::nextLong, Causes.of("test"), null, Instant.EPOCH, Instant.EPOCH)
                        .run(() -> observer.finished(key, outcome, Duration.ZERO));
            }
        }

        assertThat(journal.bytes()).isBetween(8_000_000L, 8L << 20);
        assertThat(journal.syncs()).hasSizeBetween(5_000, 10_000);
    }
}
