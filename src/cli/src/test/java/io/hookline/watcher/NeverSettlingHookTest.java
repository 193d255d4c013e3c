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
