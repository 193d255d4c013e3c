package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.reconcile.Outcome;
import io.hookline.testing.LogLines;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The finalizers of a deleted controller are removed from its parents; step by step. */
class FinalizerReleaseStepsTest {

    private static final Duration DELAY = WatcherOptions.DEFAULTS.finalizerReleaseDelay();
    private static final List<String> PARENTS = List.of("a", "b", "c");

    @RegisterExtension
    private final LogLines lines = new LogLines(ControllerCleanup.class);

    private final HandDrivenControllers watcher = new HandDrivenControllers(WatcherOptions.DEFAULTS);

    @BeforeEach
    void aControllerWithThreeParents() {
        PARENTS.forEach(name -> watcher.held("Thing", name));
        watcher.controller("", "things");
        watcher.look();
    }

    @AfterEach
    void close() {
        watcher.close();
    }

    private void deleteController() {
        watcher.world.delete("compositecontrollers", "c");
        assertThat(watcher.look()).isEqualTo(Outcome.requeueAfter(DELAY));
        watcher.clock.advance(DELAY);
    }

    private List<String> held() {
        return PARENTS.stream().filter(name -> watcher.isHeld("things", name)).toList();
    }

    private void beforeEachPatch(Runnable action) {
        watcher.server = request -> {
            if (request.is("patch things")) {
                action.run();
            }
            return request.pass();
        };
    }

    @Test
    void aControllerThatIsCreatedAgainEndsTheReleaseAndStartsAtOnce() {
        deleteController();
        AtomicInteger patches = new AtomicInteger();
        beforeEachPatch(() -> {
            if (patches.incrementAndGet() == 1) {
                watcher.controller("", "things");
                watcher.catchUp();
            }
        });

        Outcome outcome = watcher.look();

        assertThat(outcome).isEqualTo(Outcome.requeueAfter(Duration.ZERO));
        assertThat(patches).hasValue(1);
        assertThat(held()).containsExactly("b", "c");
        assertThat(watcher.look()).isEqualTo(Outcome.awaitChange());
        soon().until(() -> held().equals(PARENTS)); // the first sync of the new controller adds it again
    }

    @Test
    void aControllerWhoseParentsChangeBackEndsTheReleaseOfTheFormerKind() {
        watcher.controller("", "gadgets");
        watcher.look();
        watcher.clock.advance(DELAY);
        AtomicInteger patches = new AtomicInteger();
        beforeEachPatch(() -> {
            if (patches.incrementAndGet() == 1) {
                watcher.controller("", "things");
                watcher.catchUp();
            }
        });

        assertThat(watcher.look()).isEqualTo(Outcome.requeueAfter(Duration.ZERO));

        assertThat(held()).containsExactly("b", "c");
        assertThat(watcher.look()).isEqualTo(Outcome.requeueAfter(DELAY)); // for those of the second kind
        soon().until(() -> held().equals(PARENTS));
    }

    @Test
    void parentsServedInAnotherVersionOnlyLoseTheFinalizerToo() {
        watcher.world.apply(TestKinds.THING.replace("  - name: v1\n", """
                  - {name: v1, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}
                  - name: v2
                """));
        watcher.clock.advance(WatcherOptions.DEFAULTS.discoveryInterval());

        deleteController();

        assertThat(watcher.look()).isEqualTo(Outcome.awaitChange());
        watcher.server = Interposed.Request::pass;
        assertThat(held()).isEmpty();
    }

    /** Discovery lists no patch for them, but the API server accepts it. */
    @Test
    void parentsThatKeepTheirDefinitionAreFreed() {
        watcher.world.delete("customresourcedefinitions", "things.test.hookline.io");
        assertThat(watcher.world.resource("things").verbs()).doesNotContain("patch");
        assertThat(held()).isEqualTo(PARENTS);

        deleteController();

        assertThat(watcher.look()).isEqualTo(Outcome.awaitChange());
        assertThat(watcher.world.cluster.discover().find("test.hookline.io/v1", "things"))
                .isEmpty();
    }

    @Test
    void parentsOfAKindThatIsNotServedLoseTheFinalizerWhenItIsServedAgain() {
        watcher.server = request -> {
            Object answer = request.pass();
            return request.verb().equals("discover") ? withoutThings((Discovery) answer) : answer;
        };
        watcher.clock.advance(WatcherOptions.DEFAULTS.discoveryInterval().plusSeconds(1));
        deleteController();

        assertThat(watcher.look()).isInstanceOf(Outcome.Retry.class);
        watcher.clock.advance(Duration.ofSeconds(1));
        assertThat(watcher.look()).isInstanceOf(Outcome.Retry.class);

        assertThat(held()).isEqualTo(PARENTS);
        assertThat(messages())
                .containsExactly("finalizers not removed: the API server does not serve the kind of the parents;"
                        + " will retry when it does");
        assertThat(watcher.controllers.affectedBy("things.test.hookline.io"))
                .containsExactly(HandDrivenControllers.KEY);
        assertThat(watcher.controllers.affectedBy("others.test.hookline.io")).isEmpty();

        watcher.server = Interposed.Request::pass;
        watcher.clock.advance(Duration.ofSeconds(1));
        assertThat(watcher.look()).isEqualTo(Outcome.awaitChange());
        assertThat(held()).isEmpty();
        assertThat(watcher.controllers.affectedBy("things.test.hookline.io")).isEmpty();
    }

    /** An earlier process may have seen another spec, so it is looked for the finalizer. Users of a kind that never was wait for nothing. */
    @Test
    void aMissingKindIsNoWarningIfTheControllerNeverHadAFinalizeHook() {
        try (HandDrivenControllers other = new HandDrivenControllers(WatcherOptions.DEFAULTS)) {
            for (String parents : List.of("thingss", "things")) {
                other.world.apply(
                        """
                        apiVersion: metacontroller.k8s.io/v1alpha1
                        kind: CompositeController
                        metadata: {name: c}
                        spec:
                          generateSelector: true
                          parentResource: {apiVersion: test.hookline.io/v1, resource: %s}
                        """.formatted(parents) + WatcherFixture.hooks("sync").indent(2));
                other.look();
            }
            other.clock.advance(DELAY);

            assertThat(other.look()).isInstanceOf(Outcome.Retry.class);
        }
        assertThat(lines.all())
                .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
                .isEmpty();
    }

    private static Discovery withoutThings(Discovery all) {
        return new Discovery(
                all.resources().stream()
                        .filter(resource -> !resource.plural().equals("things"))
                        .toList(),
                List.of());
    }

    private List<String> messages() {
        return lines.all().stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void aParentWhoseFinalizerCannotBeRemovedGetsAnEventAndIsRetried() {
        deleteController();
        watcher.server = request -> {
            boolean writes = request.is("patch things") || request.is("update things");
            if (writes && Arrays.toString(request.arguments()).contains("default/b")) {
                throw new ClusterException.Forbidden("an admission webhook denied the request");
            }
            return request.pass();
        };

        assertThat(watcher.look()).isInstanceOf(Outcome.Retry.class);

        assertThat(held()).containsExactly("b");
        assertThat(watcher.events("b"))
                .containsExactly("FinalizerReleaseFailed: Finalizer " + HandDrivenControllers.FINALIZER
                        + " cannot be removed, though CompositeController c does not exist any more; will retry:"
                        + " can't remove finalizer from Thing default/b: an admission webhook denied the request");
        watcher.server = Interposed.Request::pass;
        assertThat(watcher.look()).isEqualTo(Outcome.awaitChange());
        assertThat(held()).isEmpty();
    }

    @Test
    void anUnreachableServerGetsNoRequestForEachParent() {
        deleteController();
        AtomicInteger patches = new AtomicInteger();
        beforeEachPatch(() -> {
            patches.incrementAndGet();
            throw new ClusterException.Unreachable("connection refused", null);
        });

        assertThat(watcher.look()).isInstanceOf(Outcome.Retry.class);

        assertThat(patches).hasValue(1);
        assertThat(held()).isEqualTo(PARENTS);
    }

    @Test
    void aWatcherThatStopsEndsTheRelease() {
        deleteController();
        beforeEachPatch(watcher.controllers::shutDown);

        watcher.look();

        assertThat(held()).containsExactly("b", "c");
    }
}
