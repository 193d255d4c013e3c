package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.informer.ObjectStore;
import io.hookline.informer.Subscription;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
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
import io.hookline.watcher.model.PhaseClock;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WorkObserver;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A cache that catches up in the middle of a sync. */
class StaleParentTest {

    private final ManualClock clock = new ManualClock();
    private final LocalCluster cluster = LocalCluster.create(clock, new Random(1));
    private final ParentMemories memories = new ParentMemories(clock);
    private final List<String> synced = new ArrayList<>();

    private static KubeObject parent(String version) {
        return KubeObject.of("""
                {"apiVersion":"v1","kind":"ConfigMap",
                 "metadata":{"name":"p","namespace":"default","uid":"u","resourceVersion":"%s"}}
                """.formatted(version));
    }

    /** Returns the older state to the first two reads (is the parent paused? is the last write seen?), and the newer one to all later reads. */
    private static ObjectStore catchingUp(KubeObject older, KubeObject newer) {
        List<KubeObject> shown = new ArrayList<>(List.of(older, older, newer));
        return (ObjectStore) Proxy.newProxyInstance(
                StaleParentTest.class.getClassLoader(),
                new Class<?>[] {ObjectStore.class},
                (_, _, _) -> Optional.of(shown.size() > 1 ? shown.removeFirst() : shown.getFirst()));
    }

    @Test
    void aSyncNeverUsesAStateFromBeforeItsOwnLastWrite() throws InterruptedException {
        ApiResource resource =
                cluster.discover().find(GroupVersionKind.of("v1", "ConfigMap")).orElseThrow();
        ObjectStore store = catchingUp(parent("1"), parent("2"));
        Subscription subscription = (Subscription) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Subscription.class}, (_, _, _) -> store);
        ParentRule rule = new ParentRule(
                "v1", "configmaps", LabelSelector.EVERYTHING, LabelSelector.EVERYTHING, false, List.of());
        ParentKey key = ParentKey.of(parent("2"));
        memories.of(parent("2")).writes().wrote(store, parent("2"));
        ControllerSpec spec =
                ControllerDecoder.composite(Composites.ofConfigMaps("InPlace")).value();
        EventRecorder events = new EventRecorder(new EventBroadcaster(cluster, clock), clock, 1, 1);
        ParentReconciler reconciler = new ParentReconciler(
                new ParentKinds(List.of(new ParentKind(rule, resource, subscription, "f"))),
                memories,
                new PausedParents(spec, events),
                new ParentSync.Collaborators(
                        new Finalizers(new ObjectWriter(cluster), "f", false),
                        new EndedSync(parent -> synced.add(parent.resourceVersion())),
                        ParentRevisions.NONE,
                        null,
                        null,
                        null,
                        new SyncSchedule(new WorkQueue<>(clock, RateLimits.defaults(clock)), Duration.ofMinutes(30)),
                        null,
                        new ParentReports(new ControllerName(ControllerType.COMPOSITE, "c"), WatcherObserver.NONE),
                        new PhaseClock(new WorkObserver.Work() {}, clock),
                        new Undo(),
                        new HookRollout(
                                spec,
                                memories,
                                new WorkQueue<>(clock, RateLimits.defaults(clock)),
                                events,
                                Thread.ofVirtual().factory(),
                                clock)),
                () -> true);

        reconciler.reconcile(key, Causes.of("its own write"));
        reconciler.reconcile(key, Causes.of("the cache"));

        assertThat(synced).isNotEmpty().containsOnly("2");
    }
}
