package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ParentRule;
import io.hookline.trace.Causes;
import io.hookline.watcher.Composites;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.PhaseClock;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WorkObserver;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A parent that is deleted during its sync leaves nothing in memory, however the sync ends. */
class ParentReconcilerTest {

    private static final String HOOKS =
            "hooks: {sync: {webhook: {url: 'http://h'}}, customize: {webhook: {url: 'http://h'}}}";

    private final RelatedParts parts = new RelatedParts("v1", "configmaps", HOOKS);

    private static RelatedParts withParent(RelatedParts parts) {
        parts.configMap("default/p", "{}");
        parts.settle();
        return parts;
    }

    private Outcome reconcile(EndedSync.Meanwhile meanwhile) throws InterruptedException {
        return reconcile(parts.kind, meanwhile);
    }

    private Outcome reconcile(ParentKind kind, EndedSync.Meanwhile meanwhile) throws InterruptedException {
        ManualClock clock = new ManualClock();
        ControllerSpec spec =
                ControllerDecoder.composite(Composites.ofConfigMaps("InPlace")).value();
        WorkQueue<ParentKey> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));
        EventRecorder events = new EventRecorder(new EventBroadcaster(parts.local, clock), clock, 1, 1);
        return new ParentReconciler(
                        new ParentKinds(List.of(kind)),
                        parts.memories,
                        new PausedParents(spec, events),
                        new ParentSync.Collaborators(
                                new Finalizers(new ObjectWriter(parts.local), "f", false),
                                new EndedSync(meanwhile),
                                ParentRevisions.NONE,
                                parts.related,
                                null,
                                null,
                                new SyncSchedule(queue, Duration.ofMinutes(30)),
                                events,
                                new ParentReports(ControllerName.of(spec.source()), WatcherObserver.NONE),
                                new PhaseClock(new WorkObserver.Work() {}, clock),
                                new Undo(),
                                new HookRollout(
                                        spec,
                                        parts.memories,
                                        queue,
                                        events,
                                        Thread.ofVirtual().factory(),
                                        clock)),
                        () -> true)
                .reconcile(ParentKey.of(parts.parent("default/p")), Causes.NONE);
    }

    private void delete() {
        parts.local.delete(parts.kind.resource(), parts.parent("default/p").key(), DeleteOptions.BACKGROUND);
    }

    @Test
    void aParentThatExistsAfterTheSyncIsRemembered() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            ParentMemory memory = there.memories.of(there.parent("default/p"));

            assertThat(reconcile(_ -> {})).isInstanceOf(Outcome.Failed.class);

            assertThat(there.memories.of(there.parent("default/p"))).isSameAs(memory);
        }
    }

    @Test
    void aParentThatIsDeletedDuringTheSyncIsForgottenAfterIt() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            KubeObject parent = there.parent("default/p");
            reconcile(_ -> {
                delete();
                there.settle();
                there.memories.of(parent);
            });
            assertThat(there.memories.size()).isZero();
        }
    }

    @Test
    void aParentThatIsReplacedDuringTheSyncIsForgottenToo() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            KubeObject parent = there.parent("default/p");
            reconcile(_ -> {
                delete();
                there.configMap("default/p", "{}");
                there.settle();
                there.memories.of(parent);
            });
            assertThat(there.memories.size()).isZero();
        }
    }

    @Test
    void aParentThatIsNotSelectedAnyMoreIsForgottenThoughItExists() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            ParentRule selecting = new ParentRule(
                    "v1", "configmaps", LabelSelector.ofLabel("app", "x"), LabelSelector.EVERYTHING, false, List.of());
            ParentKind kind =
                    new ParentKind(selecting, there.kind.resource(), there.kind.subscription(), there.kind.finalizer());
            KubeObject parent = there.parent("default/p");
            there.memories.of(parent);

            assertThat(reconcile(kind, _ -> {})).isEqualTo(Outcome.awaitChange());

            assertThat(there.memories.size()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"secrets", "nonsense"})
    void whatTheCustomizeHookAnsweredMeanwhileIsForgotten(String resource) throws InterruptedException {
        parts.hook = _ -> RelatedParts.rules("[{'apiVersion':'v1','resource':'" + resource + "'}]");
        try (RelatedParts there = withParent(parts)) {
            KubeObject parent = there.parent("default/p");
            ParentMemory memory = there.memories.of(parent);
            Outcome outcome = reconcile(_ -> {
                delete();
                there.settle();
                there.related.of(there.kind, List.of(ParentRevision.only(parent)), memory);
            });
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.cause())
                                    .hasMessageContaining(resource.equals("nonsense") ? "nonsense" : "far enough"));
            there.woken();
            there.related.kindsChanged();

            assertThat(there.asked).hasSize(1);
            assertThat(there.isEmpty()).isTrue();
            assertThat(there.woken()).isEmpty();
        }
    }
}
