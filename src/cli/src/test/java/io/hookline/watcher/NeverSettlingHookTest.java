package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.reconcile.LoopObserver;
import io.hookline.spec.ChildRule.ApplyStrategy;
import io.hookline.watcher.model.ParentKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes that only cause each other are slowed down, and no others. Every sync has the causes that the queue knows. */
class NeverSettlingHookTest {

    private static final Duration STEP = Duration.ofMillis(500);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String COMPOSITE = "CompositeController";
    private static final String DECORATOR = "DecoratorController";

    private final LocalWorld world = new LocalWorld();
    private Interposed between = Interposed.Request::pass;
    private WatcherOptions options = WatcherOptions.DEFAULTS;
    private HandDrivenController controller;
    private int calls;

    NeverSettlingHookTest() {
        world.thing("p");
    }

    @AfterEach
    void close() {
        controller.close();
    }

    private void start(Function<HookRequest, String> hook) {
        start(COMPOSITE, "updateStrategy: {method: InPlace}", "", hook);
    }

    private void start(String kind, String rule, String more, Function<HookRequest, String> hook) {
        boolean composite = kind.equals(COMPOSITE);
        String parents = "{apiVersion: test.hookline.io/v1, resource: things}";
        String children = "[{apiVersion: v1, resource: configmaps, " + rule + "}]";
        KubeObject spec = LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: %s
                metadata: {name: c}
                spec:
                  %s
                  hooks:
                    sync: {webhook: {url: "http://hooks.test/"}}
                    %s
                """.formatted(
                kind,
                composite
                        ? "generateSelector: true\n  parentResource: " + parents + "\n  childResources: " + children
                        : "resources: [" + parents + "]\n  attachments: " + children,
                more));
        controller = new HandDrivenController(
                world.cluster, spec, next -> ((Interposed) request -> between.answer(request)).before(next), options);
        controller.hook = request -> {
            calls++;
            String answer = hook.apply(request);
            return (composite ? answer : answer.replaceFirst("\"children\"", "\"attachments\""))
                    .getBytes(StandardCharsets.UTF_8);
        };
    }

    private static String child(String name, String data) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                + "\"},\"data\":{\"t\":\"" + data + "\"}}";
    }

    private static String answer(String... children) {
        return Composites.children(children);
    }

    private static String with(String field, String answer) {
        return answer.replaceFirst("\\{", "{" + field + ",");
    }

    /** Syncs what is due, for a time, each with the causes of the queue. */
    private void run(Duration time) {
        var loop = new ControllerLoop<>(
                "c", controller.assembly.queue(), controller.assembly.reconciler(), new LoopObserver<ParentKey>() {});
        for (long step = 0; step < time.toMillis() / STEP.toMillis(); step++) {
            controller.catchUp();
            loop.runOne();
            controller.clock.advance(STEP);
        }
    }

    /** Runs for a time, and returns how many writes of a resource were made. */
    private long writes(String plural, Duration time) {
        long before = writes(plural);
        run(time);
        return writes(plural) - before;
    }

    private long writes(String plural) {
        return controller.cluster.requests().stream()
                .filter(request -> request.contains(" " + plural))
                .filter(request -> !request.startsWith("get") && !request.startsWith("try"))
                .count();
    }

    private String stored(String name) {
        return world.get("configmaps", name).tree().at("/data/t").asText();
    }

    private void assertReported(String message) {
        assertThat(controller.assembly.brake().messages()).contains(message);
        assertThat(controller.events())
                .filteredOn(event -> event.contains(message))
                .containsExactly("NeverSettles: " + message + "; its writes are slowed down");
    }

    private void assertNothingIsSlowed() {
        assertThat(controller.assembly.brake().messages()).isEmpty();
        assertThat(controller.events()).noneMatch(event -> event.startsWith("NeverSettles"));
    }

    static Stream<Arguments> kindsAndStrategies() {
        return Stream.of(COMPOSITE, DECORATOR)
                .flatMap(kind -> Arrays.stream(ApplyStrategy.values())
                        .flatMap(strategy ->
                                Stream.of("InPlace", "Recreate").map(method -> Arguments.of(kind, strategy, method))));
    }

    @ParameterizedTest
    @MethodSource("kindsAndStrategies")
    void aChildThatChangesWithEverySyncIsSlowedDownAndItsLastStateIsWritten(
            String kind, ApplyStrategy strategy, String method) {
        options = options.applying(strategy.text(), "metacontroller");
        start(kind, "updateStrategy: {method: " + method + "}", "", _ -> answer(child("x", "call " + calls)));
        assertThat(writes("configmaps", MINUTE)).isBetween(10L, method.equals("Recreate") ? 30L : 15L);
        assertThat(writes("configmaps", MINUTE)).isBetween(1L, method.equals("Recreate") ? 4L : 2L);
        assertReported("ConfigMap default/x data.t changes with every sync");
        assertThat(world.find("configmaps", "x")).isPresent();

        controller.hook = _ -> (kind.equals(COMPOSITE)
                        ? answer(child("x", "last"))
                        : answer(child("x", "last")).replace("children", "attachments"))
                .getBytes(StandardCharsets.UTF_8);
        run(MINUTE.multipliedBy(3));
        assertThat(stored("x")).isEqualTo("last");
        run(MINUTE.multipliedBy(3));
        assertThat(controller.assembly.brake().messages()).isEmpty();
    }

    @Test
    void withoutTheBrakeItIsWrittenAsInMetacontroller() {
        options = options.brakingLoops(false);
        start(_ -> answer(child("x", "call " + calls)));
        assertThat(writes("configmaps", MINUTE)).isGreaterThan(40);
        assertNothingIsSlowed();
    }

    @Test
    void allOfManyChildrenAreSlowedDown() {
        start(_ -> answer(IntStream.range(0, 20)
                .mapToObj(i -> child("x" + i, "call " + calls))
                .toArray(String[]::new)));
        run(MINUTE);
        assertThat(writes("configmaps", MINUTE)).isLessThanOrEqualTo(20 * 4);
        assertThat(controller.assembly.brake().messages()).hasSize(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {COMPOSITE, DECORATOR})
    void aStatusThatNeverSettlesIsSlowedDownBesideItsChild(String kind) {
        start(
                kind,
                "updateStrategy: {method: InPlace}",
                "",
                _ -> with("\"status\":{\"n\":" + calls + "}", answer(child("x", "call " + calls))));
        run(MINUTE);
        assertThat(writes("things", MINUTE)).isLessThanOrEqualTo(4);
        assertReported("status of Thing default/p status.n changes with every sync");
        assertReported("ConfigMap default/x data.t changes with every sync");
    }

    @ParameterizedTest
    @ValueSource(strings = {"labels", "annotations"})
    void metadataThatNeverSettlesIsSlowedDown(String field) {
        start(
                DECORATOR,
                "updateStrategy: {method: InPlace}",
                "",
                _ -> with("\"" + field + "\":{\"example.com/n\":\"" + calls + "\"}", answer()));
        run(MINUTE);
        assertThat(writes("things", MINUTE)).isBetween(1L, 4L);
        assertReported("Thing default/p metadata." + field + ".example.com/n changes with every sync");
    }

    @Test
    void aChildThatTheHookCreatesAndDeletesAgainIsSlowedDownAndStaysMeanwhile() {
        start(request -> request.children().all().isEmpty() ? answer(child("x", "")) : answer());
        run(MINUTE);
        assertThat(writes("configmaps", MINUTE)).isBetween(1L, 8L);
        assertReported("ConfigMap default/x is created and deleted again and again");
        assertThat(world.find("configmaps", "x")).isPresent();
    }

    static Stream<Arguments> replacements() {
        return Stream.of(COMPOSITE, DECORATOR)
                .flatMap(kind -> Arrays.stream(ApplyStrategy.values())
                        .flatMap(strategy -> Stream.of(1, 20).map(number -> Arguments.of(kind, strategy, number))));
    }

    @ParameterizedTest
    @MethodSource("replacements")
    void aChildWithAnotherNameInEachSyncIsSlowedDownAndItsLastNameIsWritten(
            String kind, ApplyStrategy strategy, int number) {
        options = options.applying(strategy.text(), "metacontroller");
        start(kind, "updateStrategy: {method: InPlace}", "", _ -> answer(named(number, calls)));
        assertThat(writes("configmaps", MINUTE)).isBetween(20L * number, 32L * number);
        assertThat(writes("configmaps", MINUTE)).isBetween(2L * number, 4L * number);
        assertReplaced();
        assertThat(world.all("configmaps")).hasSize(number);

        controller.hook = _ -> (kind.equals(COMPOSITE)
                        ? answer(child("last", ""))
                        : answer(child("last", "")).replace("children", "attachments"))
                .getBytes(StandardCharsets.UTF_8);
        run(MINUTE.multipliedBy(3));
        assertThat(world.all("configmaps")).extracting(KubeObject::name).containsExactly("last");
        run(MINUTE.multipliedBy(3));
        assertThat(controller.assembly.brake().messages()).isEmpty();
    }

    private static String[] named(int number, int call) {
        return IntStream.range(0, number)
                .mapToObj(i -> child("x" + i + "-" + call, ""))
                .toArray(String[]::new);
    }

    private void assertReplaced() {
        assertThat(controller.assembly.brake().messages())
                .singleElement()
                .asString()
                .matches("ConfigMap default/x\\S+ is replaced by default/x\\S+: the name changes with every sync");
        assertThat(controller.events())
                .filteredOn(event -> event.startsWith("NeverSettles"))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n  deletionGuard: {maxDeletions: '50%'}"})
    void childrenOfTwoKindsWithOtherNamesInEachSyncAreSlowedDown(String guard) {
        start(
                COMPOSITE,
                "updateStrategy: {method: InPlace}}, {apiVersion: v1, resource: secrets",
                guard,
                _ -> answer(child("x-" + calls, ""), child("x-" + calls, "").replace("ConfigMap", "Secret")));
        run(MINUTE);
        assertThat(writes("configmaps", MINUTE)).isBetween(1L, 4L);
        assertThat(writes("secrets", MINUTE)).isLessThanOrEqualTo(4);
        assertThat(controller.assembly.brake().messages()).hasSize(2);
    }

    @Test
    void twoNamesInTurnAreSlowedDown() {
        start(request -> answer(child(
                request.children().all().stream().anyMatch(each -> each.name().equals("x0")) ? "x1" : "x0", "")));
        run(MINUTE);
        assertThat(writes("configmaps", MINUTE)).isBetween(2L, 4L);
        assertReplaced();
        assertThat(world.all("configmaps")).hasSize(1);
    }

    /** The deletion of a Pod, or of an object with a finalizer, is seen long after its successor was created. */
    @Test
    void aChildWithAnotherNameIsSlowedDownAlsoIfTheFormerOnesAreDeletedLater() {
        start(_ -> answer(child("x-" + calls, "")
                .replace("\"metadata\":{", "\"metadata\":{\"finalizers\":[\"example.com/slow\"],")));
        for (int i = 0; i < 120; i++) {
            run(STEP.multipliedBy(2));
            world.all("configmaps").stream()
                    .filter(KubeObject::isBeingDeleted)
                    .skip(3)
                    .toList()
                    .forEach(each -> world.patch("configmaps", each.name(), "{\"metadata\":{\"finalizers\":null}}"));
        }
        assertThat(world.all("configmaps").stream().filter(each -> !each.isBeingDeleted()))
                .hasSize(1);
        assertThat(calls).isLessThan(60);
        assertReplaced();
    }

    @Test
    void aChildWithAnotherNameIsSlowedDownBesideAStatusWithIt() {
        start(_ -> with("\"status\":{\"n\":" + calls + "}", answer(child("x-" + calls, ""))));
        run(MINUTE);
        assertThat(writes("configmaps", MINUTE)).isBetween(2L, 4L);
        assertThat(writes("things", MINUTE)).isLessThanOrEqualTo(6);
    }

    /** Otherwise the children pile up, since only their deletions are held. */
    @Test
    void childrenWithOtherNamesAreCreatedMoreSlowlyIfTheGuardHoldsTheirDeletion() {
        start(
                COMPOSITE,
                "updateStrategy: {method: InPlace}",
                "\n  deletionGuard: {maxDeletions: '50%'}",
                _ -> answer(child("x-" + calls, "")));
        run(MINUTE);
        run(MINUTE.multipliedBy(10));
        assertThat(world.all("configmaps")).hasSizeLessThan(20);
        assertReplaced();
    }

    /** The sync fails for the held deletions, and its causes are kept for the retry. */
    @Test
    void aNewSpecIsNoReasonForAllThatIsCreatedWhileTheGuardHoldsTheDeletions() {
        start(
                COMPOSITE,
                "updateStrategy: {method: InPlace}",
                "\n  deletionGuard: {maxDeletions: '50%'}",
                _ -> answer(child("x-" + calls, "")));
        run(STEP.multipliedBy(4));
        world.patch("things", "p", "{\"spec\":{\"n\":1}}");
        run(MINUTE.multipliedBy(3));
        assertThat(world.all("configmaps")).hasSizeLessThan(20);
    }

    @Test
    void aChildThatAnotherClientDeletesIsRestoredAtOnceBesideAnotherThatIsSlowedDown() {
        start(_ -> answer(child("x-" + calls, ""), child("same", "")));
        run(MINUTE.multipliedBy(3));
        assertReplaced();
        for (int i = 0; i < 5; i++) {
            world.delete("configmaps", "same");
            run(STEP.multipliedBy(4));
            assertThat(world.find("configmaps", "same")).isPresent();
        }
        assertThat(world.all("configmaps")).hasSize(2);
    }

    @Test
    void aReasonIsNotLostIfTheHookFailsFirst() {
        boolean[] fails = {false};
        start(_ -> fails[0] ? "no answer" : answer(child("x-" + calls, ""), child("same", "")));
        run(MINUTE.multipliedBy(3));
        assertReplaced();
        int before = calls;
        fails[0] = true;
        world.patch("configmaps", "same", "{\"data\":{\"seen\":\"1\"}}");
        run(STEP);
        assertThat(calls).isGreaterThan(before);
        fails[0] = false;
        before = calls;
        run(STEP.multipliedBy(6));
        assertThat(world.find("configmaps", "x-" + (before + 1))).isPresent();
    }

    @Test
    void aReasonIsNotLostIfTheWritesFailFirst() {
        boolean[] fails = {false};
        start(_ -> answer(child("x-" + calls, ""), child("same", "")));
        between = request -> {
            if (fails[0] && !request.verb().equals("get")) {
                throw new ClusterException.Forbidden("exceeded quota");
            }
            return request.pass();
        };
        run(MINUTE.multipliedBy(3));
        assertReplaced();
        world.patch("configmaps", "same", "{\"data\":{\"seen\":\"1\"}}");
        controller.catchUp();
        fails[0] = true;
        run(STEP);
        fails[0] = false;
        int before = calls;
        run(STEP.multipliedBy(20));
        assertThat(calls).isGreaterThan(before);
        assertThat(world.find("configmaps", "x-" + (before + 1))).isPresent();
    }

    @Test
    void aNewSpecReplacesAChildAtOnceThoughItIsSlowedDown() {
        start(request ->
                answer(child("x-" + request.parent().tree().at("/spec/n").asText() + "-" + calls, "")));
        run(MINUTE.multipliedBy(3));
        world.patch("things", "p", "{\"spec\":{\"n\":7}}");
        run(STEP.multipliedBy(2));
        assertThat(world.all("configmaps")).singleElement().asString().contains("x-7-");
    }

    @ParameterizedTest
    @EnumSource(ApplyStrategy.class)
    void theOtherWriterOfAFieldIsNamedAlsoIfTheCacheDoesNotKnowIt(ApplyStrategy strategy) {
        options = options.applying(strategy.text(), "metacontroller").strippingManagedFields(true);
        start(
                COMPOSITE,
                "updateStrategy: {method: InPlace}, conflictPolicy: Force",
                "",
                _ -> answer(child("x", "ours").replace("\"t\"", "\"key.yaml\"")));
        for (int i = 0; i < 60; i++) {
            run(STEP.multipliedBy(2));
            world.find("configmaps", "x").ifPresent(live -> {
                ObjectNode tree = live.tree();
                if (!tree.at("/data/key.yaml").asText().equals("theirs")) {
                    ((ObjectNode) tree.get("data")).put("key.yaml", "theirs");
                    world.cluster.update(
                            world.resource("configmaps"),
                            KubeObject.of(tree),
                            WriteOptions.PLAIN.by("kube-controller-manager"));
                }
            });
        }
        assertReported("ConfigMap default/x data.key.yaml is also written by kube-controller-manager");
    }

    @Test
    void anotherSpecIsWrittenAtOnceAndStartsTheCountAgain() {
        start(request -> answer(child("x", request.parent().tree().at("/spec/n").asText() + " at call " + calls)));
        run(MINUTE.multipliedBy(3));
        world.patch("things", "p", "{\"spec\":{\"n\":1}}");
        run(STEP.multipliedBy(2));
        assertThat(stored("x")).startsWith("1 at");
    }

    /** The status is written for it, which must not hide from the next sync that the spec is another one. */
    @Test
    void anotherSpecStartsTheCountAgainAlsoIfNoChildChangesWithIt() {
        start(_ -> answer(child("x", "ours")));
        run(STEP.multipliedBy(2));
        for (int spec = 0; spec < 3; spec++) {
            world.patch("things", "p", "{\"spec\":{\"n\":" + spec + "}}");
            run(STEP.multipliedBy(2));
            for (int edit = 1; edit < 10; edit++) {
                world.patch("configmaps", "x", "{\"data\":{\"t\":\"theirs\"}}");
                run(STEP.multipliedBy(2));
                assertThat(stored("x")).as("edit %d of spec %d", edit, spec).isEqualTo("ours");
            }
        }
    }

    @Test
    void anotherVersionOfTheHookIsWrittenAtOnce() {
        start(_ -> answer(child("x", "call " + calls)));
        run(MINUTE.multipliedBy(3));
        controller.hook = _ -> answer(child("x", "corrected")).getBytes(StandardCharsets.UTF_8);
        controller.assembly.brake().forgetAll();
        world.patch("things", "p", "{\"metadata\":{\"labels\":{\"touched\":\"yes\"}}}");
        run(STEP.multipliedBy(2));
        assertThat(stored("x")).isEqualTo("corrected");
    }

    @Test
    void whatGoesAwayIsNotHeld() {
        start(
                COMPOSITE,
                "updateStrategy: {method: InPlace}",
                "finalize: {webhook: {url: \"http://hooks.test/\"}}",
                request -> request.finalizing()
                        ? with("\"finalized\":" + request.children().all().isEmpty(), answer())
                        : answer(child("x", "call " + calls)));
        run(MINUTE.multipliedBy(2));
        world.delete("things", "p");
        run(Duration.ofSeconds(5));
        assertThat(world.find("things", "p")).isEmpty();
    }

    @Test
    void aFailureIsRetriedAndReportedAndNotTakenForALoop() {
        start(_ -> answer(child("x", "ours")));
        run(STEP.multipliedBy(4));
        between = request -> {
            if (request.verb().equals("update")) {
                throw new ClusterException.Forbidden("no");
            }
            return request.pass();
        };
        world.patch("configmaps", "x", "{\"data\":{\"t\":\"theirs\"}}");
        run(MINUTE);
        assertNothingIsSlowed();
        between = Interposed.Request::pass;
        run(MINUTE.multipliedBy(3));
        assertThat(stored("x")).isEqualTo("ours");
    }

    // What is no loop.

    /** The former children were not just created. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void manyOldChildrenThatGetOtherNamesInTurnAreNoLoop(int atOnce) {
        int number = 100;
        start(_ -> answer(named(number, 0)));
        run(STEP.multipliedBy(4));
        controller.hook = request -> {
            List<String> old = request.children().all().stream()
                    .map(KubeObject::name)
                    .filter(name -> name.endsWith("-0"))
                    .sorted()
                    .skip(atOnce)
                    .toList();
            Stream<String> others = IntStream.range(0, number - old.size()).mapToObj(i -> "y" + i);
            return answer(Stream.concat(old.stream(), others)
                            .map(name -> child(name, ""))
                            .toArray(String[]::new))
                    .getBytes(StandardCharsets.UTF_8);
        };
        world.patch("things", "p", "{\"spec\":{\"n\":1}}");
        run(MINUTE.multipliedBy(2));
        assertThat(world.all("configmaps"))
                .hasSize(number)
                .allMatch(each -> each.name().startsWith("y"));
        assertNothingIsSlowed();
    }

    @Test
    void oneMoreChildInEachSyncIsNoLoop() {
        start(request -> answer(named(Math.min(100, request.children().all().size() + 1), 0)));
        run(MINUTE.multipliedBy(2));
        assertThat(world.all("configmaps")).hasSize(100);
        assertNothingIsSlowed();
    }

    @Test
    void failedChildrenThatAreReplacedByOthersAreNoLoop() {
        start(request -> {
            List<KubeObject> all = request.children().all();
            long failed = all.stream().filter(NeverSettlingHookTest::hasFailed).count();
            Stream<String> kept = all.stream().filter(each -> !hasFailed(each)).map(KubeObject::name);
            Stream<String> others =
                    IntStream.range(0, (int) (3 - all.size() + failed)).mapToObj(i -> "x" + calls + "-" + i);
            return answer(
                    Stream.concat(kept, others).map(name -> child(name, "")).toArray(String[]::new));
        });
        for (int i = 0; i < 60; i++) {
            run(STEP.multipliedBy(2));
            assertThat(world.all("configmaps")).hasSize(3).noneMatch(NeverSettlingHookTest::hasFailed);
            world.patch("configmaps", world.all("configmaps").getFirst().name(), "{\"data\":{\"phase\":\"Failed\"}}");
        }
        assertNothingIsSlowed();
    }

    private static boolean hasFailed(KubeObject child) {
        return child.tree().at("/data/phase").asText().equals("Failed");
    }

    /** Each sync also sees the creation of the child that it replaces, but has another cause. */
    @ParameterizedTest
    @ValueSource(strings = {"spec", "timer", "sibling", "related"})
    void aChildWhoseNameFollowsSomethingElseIsNoLoop(String what) {
        world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: related, namespace: default}}");
        start(
                COMPOSITE,
                "updateStrategy: {method: InPlace}",
                "customize: {webhook: {url: \"http://hooks.test/customize\"}}",
                request -> {
                    if (request.type() == HookType.CUSTOMIZE) {
                        return "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"names\":[\"related\"]}]}";
                    }
                    String name = switch (what) {
                        case "spec" -> request.parent().tree().at("/spec/t").asText();
                        case "timer" -> String.valueOf(seconds());
                        case "sibling" ->
                            request.children().all().stream()
                                    .map(each -> each.tree().at("/data/seen").asText())
                                    .collect(Collectors.joining());
                        default -> related(request);
                    };
                    String all = answer(child("x" + name, ""), child("sibling", ""));
                    return what.equals("timer") ? with("\"resyncAfterSeconds\":1", all) : all;
                });
        for (int i = 0; i < 60; i++) {
            run(what.equals("timer") ? STEP.multipliedBy(2) : STEP);
            switch (what) {
                case "spec" -> world.patch("things", "p", "{\"spec\":{\"t\":\"" + i + "\"}}");
                case "timer" -> {}
                case "sibling" -> world.patch("configmaps", what, "{\"data\":{\"seen\":\"" + i + "\"}}");
                default -> world.patch("configmaps", what, "{\"data\":{\"t\":\"" + i + "\"}}");
            }
        }
        run(STEP.multipliedBy(4));
        assertThat(writes("configmaps")).isGreaterThan(90);
        assertNothingIsSlowed();
    }

    @Test
    void childrenOfAParentThatIsFinalizedAreReplacedWithoutDelay() {
        start(
                COMPOSITE,
                "updateStrategy: {method: InPlace}",
                "finalize: {webhook: {url: \"http://hooks.test/\"}}",
                request -> request.finalizing()
                        ? with("\"finalized\":" + (calls > 50), answer(child("x-" + calls, "")))
                        : answer(child("x", "")));
        run(STEP.multipliedBy(4));
        world.delete("things", "p");
        run(MINUTE);
        assertThat(world.find("things", "p")).isEmpty();
        assertNothingIsSlowed();
    }

    @Test
    void aTimerThatChangesAChildAndTheStatusIsNoLoop() {
        start(_ -> with(
                "\"resyncAfterSeconds\":2,\"status\":{\"n\":" + seconds() / 2 + "}",
                answer(child("x", "at " + seconds() / 2))));
        assertThat(writes("configmaps", MINUTE.multipliedBy(2))).isGreaterThan(50);
        assertNothingIsSlowed();
    }

    private long seconds() {
        return controller.clock.instant().getEpochSecond();
    }

    @Test
    void aSeriesOfNewSpecsIsNoLoop() {
        start(request -> with(
                "\"status\":{\"n\":" + request.parent().tree().at("/spec/n").asInt() + "}",
                answer(child("x", request.parent().tree().at("/spec/n").asText()))));
        for (int i = 0; i < 100; i++) {
            world.patch("things", "p", "{\"spec\":{\"n\":" + i + "}}");
            run(STEP);
        }
        run(STEP.multipliedBy(4));
        assertThat(stored("x")).isEqualTo("99");
        assertThat(writes("configmaps")).isGreaterThan(30);
        assertNothingIsSlowed();
    }

    @Test
    void aRelatedObjectThatChangesEachSecondIsNoLoop() {
        world.apply(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: config, namespace: default}, data: {t: \"0\"}}");
        start(
                COMPOSITE,
                "updateStrategy: {method: InPlace}",
                "customize: {webhook: {url: \"http://hooks.test/customize\"}}",
                request -> request.type() == HookType.CUSTOMIZE
                        ? "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"names\":[\"config\"]}]}"
                        : with(
                                "\"status\":{\"t\":\"" + related(request) + "\"}",
                                answer(child("x", related(request)))));
        for (int i = 1; i < 100; i++) {
            world.patch("configmaps", "config", "{\"data\":{\"t\":\"" + i + "\"}}");
            run(STEP.multipliedBy(2));
        }
        run(STEP.multipliedBy(4));
        assertThat(stored("x")).isEqualTo("99");
        assertNothingIsSlowed();
    }

    private static String related(HookRequest request) {
        return request.related().all().stream()
                .map(object -> object.tree().at("/data/t").asText())
                .collect(Collectors.joining());
    }

    @Test
    void aStatusAndAnotherChildThatFollowTheStatusOfAChildAreNoLoop() {
        start(request -> {
            String seen = request.children().all().stream()
                    .filter(each -> each.name().equals("x"))
                    .map(each -> each.tree().at("/data/seen").asText())
                    .collect(Collectors.joining());
            return with("\"status\":{\"seen\":\"" + seen + "\"}", answer(child("x", "same"), child("copy", seen)));
        });
        run(STEP.multipliedBy(4));
        for (int i = 1; i < 100; i++) {
            world.patch("configmaps", "x", "{\"data\":{\"seen\":\"" + i + "\"}}");
            run(STEP.multipliedBy(2));
        }
        run(STEP.multipliedBy(4));
        assertThat(stored("copy")).isEqualTo("99");
        assertNothingIsSlowed();
    }

    /** Each version is read and compared, and nothing is written. */
    @Test
    void changesOfAChildOneFieldOfWhichIsLeftToAnotherManagerAreNoLoop() {
        options = options.applying(ApplyStrategy.SERVER_SIDE_APPLY.text(), "metacontroller")
                .strippingManagedFields(true);
        start(
                COMPOSITE,
                "updateStrategy: {method: InPlace}, conflictPolicy: Yield",
                "",
                _ -> answer(child("x", "ours")));
        run(STEP.multipliedBy(4));
        for (int i = 0; i < 40; i++) {
            world.cluster.patch(
                    world.resource("configmaps"),
                    world.get("configmaps", "x").key(),
                    Patch.merge("{\"data\":{\"t\":\"theirs\",\"other\":\"" + i + "\"}}"),
                    WriteOptions.PLAIN.by("other"));
            run(STEP.multipliedBy(2));
        }
        assertThat(stored("x")).isEqualTo("theirs");
        assertNothingIsSlowed();
    }

    @Test
    void aRollingUpdateWhoseStatusCountsIsNoLoop() {
        world.apply(TestKinds.installed("controllerrevisions"));
        start(COMPOSITE, "updateStrategy: {method: RollingInPlace}", "", request -> {
            String version = request.parent().tree().at("/spec/n").asText();
            long updated = request.children().all().stream()
                    .filter(each -> each.tree().at("/data/t").asText().equals(version))
                    .count();
            return with(
                    "\"status\":{\"updated\":" + updated + "}",
                    answer(IntStream.range(0, 30)
                            .mapToObj(i -> child("x" + i, version))
                            .toArray(String[]::new)));
        });
        run(MINUTE);
        world.patch("things", "p", "{\"spec\":{\"n\":2}}");
        run(MINUTE.multipliedBy(3));
        assertThat(stored("x0")).isEqualTo("2");
        assertThat(stored("x29")).isEqualTo("2");
        assertThat(world.get("things", "p").tree().at("/status/updated").asInt())
                .isEqualTo(30);
        assertNothingIsSlowed();
    }

    @Test
    void anotherClientThatWritesTheStatusIsNamed() {
        start(_ -> with("\"status\":{\"n\":1}", answer()));
        for (int i = 0; i < 60; i++) {
            run(STEP.multipliedBy(2));
            world.cluster.patch(
                    world.resource("things"),
                    world.get("things", "p").key(),
                    Patch.merge("{\"status\":{\"n\":2}}"),
                    WriteOptions.STATUS.by("other"));
        }
        assertReported("status of Thing default/p status.n is also written by other");
    }
}
