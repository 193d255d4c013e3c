package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.Priority;
import io.hookline.reconcile.ControllerLoop;
import io.hookline.reconcile.LoopObserver;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.sync.HookRollout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A new version of a hook reaches all parents, and stops if it fails. */
class HookRolloutTest {

    private static final Duration STEP = Duration.ofMillis(500);

    private final LocalWorld world = new LocalWorld();
    private final List<String> called = new ArrayList<>();
    private final Set<String> broken = new HashSet<>();
    private String version = "";
    private volatile boolean asked;
    private HandDrivenController controller;

    @AfterEach
    void close() {
        controller.close();
    }

    private void start(int parents, String rule, String status) {
        for (int i = 0; i < parents; i++) {
            world.thing("p" + i);
        }
        open(rule, status);
        run(Duration.ofSeconds(30));
        called.clear();
    }

    private void open(String rule, String status) {
        KubeObject spec = LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources: [{apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}]
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                  %s
                %s
                """.formatted(rule, status));
        controller = new HandDrivenController(world.cluster, spec);
        controller.reply = request -> Optional.of(reply(request.parent().name()));
    }

    private Optional<String> asked() {
        asked = true;
        return Optional.empty();
    }

    private HookReply reply(String parent) {
        called.add(parent + "@" + version);
        if (broken.contains(parent)) {
            throw HookException.response("status 500", "it is broken", Optional.empty(), Optional.empty(), version);
        }
        return new HookReply.Answered(
                JsonText.of("{\"status\":{\"by\":\"" + version + "\"},\"children\":[]}"), version);
    }

    /** Syncs what is due, for a time, and looks at the rollout as often as the status of a controller is checked. */
    private void run(Duration time) {
        var loop = new ControllerLoop<>(
                "c", controller.assembly.queue(), controller.assembly.reconciler(), new LoopObserver<ParentKey>() {});
        for (long step = 0; step < time.toMillis() / STEP.toMillis(); step++) {
            controller.catchUp();
            while (loop.runOne()) {
                controller.catchUp();
            }
            controller.clock.advance(STEP);
            if (step % 4 == 0) {
                controller.assembly.rollout().check();
            }
        }
    }

    private HookRollout.Progress progress() {
        return controller.assembly.rollout().progress().orElseThrow();
    }

    private List<String> reported() {
        return controller.events().stream()
                .filter(each -> each.startsWith("HookRollout"))
                .toList();
    }

    /** The parents that were called, without repetitions. */
    private Set<String> parentsCalled() {
        Set<String> parents = new TreeSet<>();
        called.forEach(each -> parents.add(each.substring(0, each.indexOf('@'))));
        return parents;
    }

    private void edit(String parent) {
        world.cluster.patch(
                world.resource("things"),
                new ObjectKey("default", parent),
                Patch.merge("{\"spec\":{\"edited\":\"" + called.size() + "\"}}"),
                WriteOptions.PLAIN);
    }

    /** What is known of the hook would be forgotten, such as that its writes never end. */
    @Test
    void parentsThatFailAtAStartAreNoRolloutEither() {
        version = "v1";
        broken.add("p0");
        for (int i = 0; i < 5; i++) {
            world.thing("p" + i);
        }
        open("", "");
        AtomicInteger begun = new AtomicInteger();
        controller.assembly.rollout().whenBegun(begun::incrementAndGet);

        run(Duration.ofMinutes(1));

        assertThat(begun).hasValue(0);
        assertThat(progress().version()).isEqualTo("v1");
    }

    @Test
    void parentsThatFailedBeforeTheFirstVersionAnsweredAreCalledAgain() {
        version = "v1";
        for (int i = 0; i < 5; i++) {
            world.thing("p" + i);
        }
        open("", "");
        boolean[] down = {true};
        controller.reply = request -> {
            if (down[0] || request.parent().name().equals("p0")) {
                throw new HookException("connection refused", Optional.empty());
            }
            return Optional.of(reply(request.parent().name()));
        };
        run(Duration.ofMinutes(10)); // their back-off is minutes now
        down[0] = false;
        called.clear();
        edit("p1");

        run(Duration.ofSeconds(30));

        assertThat(parentsCalled()).contains("p1", "p2", "p3", "p4");
    }

    @Test
    void aStartIsNoRollout() {
        version = "v1";
        start(5, "", "");

        run(Duration.ofMinutes(5));

        assertThat(called).isEmpty();
        assertThat(reported()).isEmpty();
        assertThat(progress()).isEqualTo(new HookRollout.Progress("v1", 5, false, Optional.empty()));
    }

    @Test
    void aServerThatSendsVersionsIsAskedForThemWithoutACall() {
        version = "v1";
        start(5, "", "");
        version = "v2";
        controller.served = () -> Optional.of("v2");

        WatcherFixture.soon().until(() -> {
            run(Duration.ofSeconds(2)); // the answer comes in a thread of its own
            return progress().equals(new HookRollout.Progress("v2", 5, false, Optional.empty()));
        });
    }

    @Test
    void hooksWithoutAVersionAreNeverRolledOut() {
        start(5, "", "");
        controller.served = this::asked;

        run(Duration.ofMinutes(5));

        assertThat(called).isEmpty();
        assertThat(controller.assembly.rollout().progress()).isEmpty();
        assertThat(asked).isFalse();
    }

    @Test
    void aVersionThatAloneHasAnsweredForTenSecondsReachesEveryParentOnce() {
        version = "v1";
        start(5, "", "");

        version = "v2";
        edit("p0");
        run(Duration.ofSeconds(9));
        assertThat(called).isNotEmpty().allMatch(each -> each.startsWith("p0@"));
        run(Duration.ofSeconds(30));

        assertThat(parentsCalled()).containsExactly("p0", "p1", "p2", "p3", "p4");
        assertThat(called).filteredOn(each -> !each.startsWith("p0")).hasSize(2 * 4); // its own status wakes each once
        assertThat(progress()).isEqualTo(new HookRollout.Progress("v2", 5, false, Optional.empty()));
        assertThat(reported())
                .containsExactly(
                        "HookRolloutStarted: Version v2 of the hook is rolled out to 4 parents",
                        "HookRolloutCompleted: Version v2 of the hook has reached all parents");
    }

    @Test
    void replicasThatAnswerWithTwoVersionsStartNothing() {
        version = "v1";
        start(5, "", "");

        for (int i = 0; i < 10; i++) {
            version = i % 2 == 0 ? "v2" : "v1";
            edit("p0");
            run(Duration.ofSeconds(8));
        }

        assertThat(parentsCalled()).containsExactly("p0");
        assertThat(reported()).isEmpty();
    }

    @Test
    void aThousandParentsAreReachedWithinTwoMinutesAndAnEditDoesNotWait() {
        version = "v1";
        start(1000, "", "");

        version = "v2";
        edit("p0");
        run(Duration.ofSeconds(40));
        called.clear();
        edit("p999");
        run(STEP.multipliedBy(2));
        assertThat(parentsCalled()).contains("p999");
        run(Duration.ofSeconds(80));

        assertThat(progress()).isEqualTo(new HookRollout.Progress("v2", 1000, false, Optional.empty()));
    }

    @Test
    void theRateIsThatOfTheController() {
        version = "v1";
        start(20, "hookRollout: {maxPerMinute: 6}", "");

        version = "v2";
        edit("p0");
        run(Duration.ofSeconds(15));
        called.clear();
        run(Duration.ofMinutes(1));

        assertThat(parentsCalled()).hasSize(6);
        assertThat(progress().active()).isTrue();
    }

    @Test
    void aVersionThatFailsForAFifthPausesAndOthersAreCalledForTheirOwnChangeOnly() {
        version = "v1";
        start(100, "", "");
        for (int i = 0; i < 100; i += 5) {
            broken.add("p" + i);
        }

        version = "v2";
        edit("p1");
        run(Duration.ofMinutes(1));

        assertThat(progress().active()).isTrue();
        assertThat(progress().problem())
                .hasValueSatisfying(text -> assertThat(text).contains("it is broken"));
        assertThat(progress().parents()).isLessThan(30);
        assertThat(reported())
                .last()
                .asString()
                .startsWith("HookRolloutPaused: The rollout of version v2 of the hook is paused: ");
        Set<String> reached = parentsCalled();
        called.clear();
        run(Duration.ofMinutes(45)); // a resync of all parents
        assertThat(parentsCalled()).isSubsetOf(reached);

        called.clear();
        String untouched = firstNotIn(reached, broken);
        edit(untouched);
        run(Duration.ofSeconds(5));
        assertThat(parentsCalled()).contains(untouched);

        String deleted = firstNotIn(plus(reached, untouched), broken);
        world.cluster.delete(world.resource("things"), new ObjectKey("default", deleted), DeleteOptions.BACKGROUND);
        world.thing("new");
        called.clear();
        run(Duration.ofSeconds(5));
        assertThat(parentsCalled()).contains("new");
    }

    private static Set<String> plus(Set<String> set, String more) {
        Set<String> both = new TreeSet<>(set);
        both.add(more);
        return both;
    }

    private static String firstNotIn(Set<String> reached, Set<String> broken) {
        for (int i = 0; i < 100; i++) {
            String name = "p" + i;
            if (!reached.contains(name) && !broken.contains(name)) {
                return name;
            }
        }
        throw new AssertionError("all parents were reached: " + reached);
    }

    @Test
    void goingBackIsOneMoreRollout() {
        version = "v1";
        start(100, "", "");
        for (int i = 0; i < 100; i += 5) {
            broken.add("p" + i);
        }
        version = "v2";
        edit("p1");
        run(Duration.ofMinutes(1));
        assertThat(progress().problem()).isPresent();

        version = "v1";
        broken.clear();
        edit("p1");
        run(Duration.ofMinutes(1));

        assertThat(progress()).isEqualTo(new HookRollout.Progress("v1", 100, false, Optional.empty()));
    }

    @Test
    void goingBackCallsTheOnlyParentThatFailed() {
        version = "v1";
        start(1, "", "");
        broken.add("p0");
        version = "v2";
        edit("p0");
        run(Duration.ofMinutes(1));
        assertThat(progress().problem()).isPresent();

        version = "v1";
        broken.clear();
        called.clear();
        controller.served = () -> Optional.of("v1");

        WatcherFixture.soon().until(() -> {
            run(Duration.ofSeconds(2)); // the answer comes in a thread of its own
            return called.contains("p0@v1");
        });
        assertThat(progress()).isEqualTo(new HookRollout.Progress("v1", 1, false, Optional.empty()));
        assertThat(reported()).last().isEqualTo("HookRolloutCompleted: Version v1 of the hook has reached all parents");
    }

    @Test
    void goingBackBeforeAnotherParentIsReachedEndsTheRollout() {
        version = "v1";
        start(5, "hookRollout: {maxPerMinute: 1}", "");
        version = "v2";
        edit("p0");
        run(Duration.ofSeconds(12));
        assertThat(progress().active()).isTrue();

        version = "v1";
        edit("p0");
        run(Duration.ofMinutes(6));

        assertThat(progress()).isEqualTo(new HookRollout.Progress("v1", 5, false, Optional.empty()));
        assertThat(reported()).last().isEqualTo("HookRolloutCompleted: Version v1 of the hook has reached all parents");
    }

    @Test
    void goingBackCallsWhatWasWokenDuringThePause() {
        version = "v1";
        start(20, "hookRollout: {pauseOnFailure: 1, maxPerMinute: 60}", "");
        broken.add("p3");
        version = "v2";
        edit("p3");
        run(Duration.ofMinutes(1));
        assertThat(progress().problem()).isPresent();
        Set<String> kept = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            kept.add("p" + i);
        }
        kept.removeAll(parentsCalled());
        called.clear();
        run(Duration.ofMinutes(45)); // a resync of all parents
        assertThat(kept).isNotEmpty().doesNotContainAnyElementsOf(parentsCalled());

        version = "v1";
        broken.clear();
        edit("p3");
        run(Duration.ofMinutes(1));

        assertThat(parentsCalled()).containsAll(kept);
    }

    @Test
    void aParentThatAPauseKeepsBackIsKnownWithTheReason() {
        version = "v1";
        start(20, "hookRollout: {pauseOnFailure: 1, maxPerMinute: 6}", "");
        broken.add("p3");
        version = "v2";
        edit("p3");
        run(Duration.ofMinutes(1));

        KubeObject kept = world.get("things", firstNotIn(parentsCalled(), broken));
        assertThat(controller.assembly.rollout().keepsBack(kept))
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("the rollout of version v2 of the hook is paused, since 1 of ")
                        .contains("it is broken"));
        edit(kept.name());
        run(Duration.ofSeconds(5));
        assertThat(controller.assembly.rollout().keepsBack(kept)).isEmpty();
    }

    @Test
    void aHookThatIsReplacedInThisProcessIsCalledForAllAndPausesNothing() {
        version = "v1";
        start(1, "", "");
        broken.add("p0");
        for (String next : List.of("v2", "v3")) {
            version = next;
            controller.assembly.rollout().replaced();
            controller.assembly.queue().add(parent("p0"), Priority.CHANGE, "hook changed");
            run(Duration.ofMinutes(1));

            assertThat(called).contains("p0@" + next);
            assertThat(progress().problem()).isEmpty();
        }
        version = "v1";
        broken.clear();
        controller.assembly.rollout().replaced();
        controller.assembly.queue().forget(parent("p0"));
        controller.assembly.queue().add(parent("p0"), Priority.CHANGE, "hook changed");
        called.clear();
        run(STEP);

        assertThat(called).startsWith("p0@v1");
        assertThat(reported()).isEmpty();
    }

    private ParentKey parent(String name) {
        return new ParentKey(world.resource("things").gvk(), new ObjectKey("default", name));
    }

    @Test
    void anAnnotationResumesAPauseAndItDoesNotPauseAgain() {
        version = "v1";
        start(20, "hookRollout: {pauseOnFailure: 1}", "");
        broken.add("p3");
        version = "v2";
        edit("p1");
        run(Duration.ofMinutes(1));
        assertThat(progress().problem()).isPresent();

        controller.assembly.rollout().resume(LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c, annotations: {hookline.io/resume-rollout: "v2"}}
                """));
        run(Duration.ofMinutes(2));

        assertThat(progress()).isEqualTo(new HookRollout.Progress("v2", 19, true, Optional.empty()));
        assertThat(reported()).contains("HookRolloutResumed: The rollout of version v2 of the hook is resumed");
        broken.clear();
        run(Duration.ofMinutes(20));
        assertThat(progress()).isEqualTo(new HookRollout.Progress("v2", 20, false, Optional.empty()));
    }

    @Test
    void parentsThatFailedBeforeDoNotCount() {
        version = "v1";
        for (int i = 0; i < 10; i++) {
            broken.add("p" + i);
        }
        start(20, "", "");

        version = "v2";
        edit("p15");
        run(Duration.ofMinutes(2));

        assertThat(progress().problem()).isEmpty();
        assertThat(progress().parents()).isEqualTo(10);
    }

    @Test
    void aNewWatcherKeepsToAPause() {
        for (int i = 0; i < 3; i++) {
            world.thing("p" + i);
        }
        version = "v2";
        open("", "status: {observedGeneration: 0, hookRollout: {version: v2, parents: 1, paused: true}}");
        settled("p0");
        settled("p1");

        run(Duration.ofMinutes(45));
        assertThat(parentsCalled()).containsExactly("p2");
        assertThat(progress().problem()).contains("an earlier watcher has paused it");

        version = "v1";
        edit("p2");
        run(Duration.ofMinutes(1));
        assertThat(parentsCalled()).containsExactly("p0", "p1", "p2");
        assertThat(progress()).isEqualTo(new HookRollout.Progress("v1", 3, false, Optional.empty()));
    }

    /** Gives a parent the status of one that was synced since its last change. */
    private void settled(String parent) {
        KubeObject live = world.get("things", parent);
        ObjectNode status = Json.NODES.objectNode();
        status.putObject("status").put("observedGeneration", live.generation());
        world.cluster.patch(world.resource("things"), live.key(), Patch.merge(status.toString()), WriteOptions.STATUS);
    }
}
