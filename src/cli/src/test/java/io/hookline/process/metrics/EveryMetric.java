package io.hookline.process.metrics;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.http.ConnectTrace;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.KubeObject;
import io.hookline.queue.QueueObserver;
import io.hookline.queue.QueueState;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.model.WatcherObserver.ChildAction;
import io.hookline.watcher.model.WorkObserver;
import io.hookline.webhook.CallObserver;
import io.hookline.webhook.HookCall;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.SplittableRandom;

/** Every metric of a watcher and its process, after each of them was used once. */
final class EveryMetric implements AutoCloseable {

    final PrometheusRegistry registry = new PrometheusRegistry();
    private final WatcherMeters meters = new WatcherMeters(registry);
    private final LocalWorld world = new LocalWorld();
    private final ControllerSpec controller =
            ControllerDecoder.composite(LocalWorld.object("""
                    apiVersion: metacontroller.k8s.io/v1alpha1
                    kind: CompositeController
                    metadata: {name: web}
                    spec:
                      parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                      hooks: {sync: {webhook: {url: "http://hooks.test/sync"}}}
                    """)).value();
    private final SharedInformerFactory informers = SharedInformerFactory.byHand(
            world.cluster, InformerOptions.DEFAULTS, InstantSource.system(), new SplittableRandom(1));

    EveryMetric() {
        ProcessMetrics.addTo(registry);
        new RequestMetrics(registry).ended("GET", "127.0.0.1:6443", "200");
        call(HookType.SYNC);
        call(HookType.FINALIZE);
        call(HookType.CUSTOMIZE);
        work();
        lifecycle(ControllerType.COMPOSITE);
        lifecycle(ControllerType.DECORATOR);
        Cluster counted = meters.counted(world.cluster);
        KubeObject thing = LocalWorld.object(
                "{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: a, namespace: default}}");
        counted.create(world.resource("things"), thing, WriteOptions.PLAIN);
        meters.syncs()
                .child(ControllerName.of(controller.source()), thing, ChildAction.CREATED, thing, "it did not exist");
        meters.caches(informers);
        meters.staleness(informers);
        meters.journal(() -> 0);
        informers.subscribe(world.resource("things"), new ResourceEventHandler() {
            @Override
            public void added(KubeObject object) {}

            @Override
            public void updated(KubeObject before, KubeObject now) {}

            @Override
            public void deleted(KubeObject last) {}
        });
        while (informers.step()) {
            // until the cache is complete
        }
    }

    private void call(HookType type) {
        CallObserver calls = meters.calls();
        HookCall call = new HookCall(ControllerType.COMPOSITE, "web", type, "https://hooks.test/" + type.text());
        calls.started(call);
        for (ConnectTrace.Event event : ConnectTrace.Event.values()) {
            calls.connecting(call, event, Duration.ofMillis(20));
        }
        calls.ended(call, new CallObserver.Ending.Responded(200), Duration.ofMillis(30));
    }

    private void work() {
        WorkObserver.Work work = meters.work().controller(controller);
        QueueObserver<String> queue = work.queue();
        queue.added("a");
        queue.retried("a");
        queue.taken("a", Duration.ofMillis(1));
        queue.done("a", Duration.ofMillis(2));
        work.created(() -> new QueueState(3, Duration.ofSeconds(4), 1, Duration.ofSeconds(5), Duration.ofSeconds(5)));
        work.ended(WorkObserver.Phase.HOOK, Duration.ofMillis(3));
        meters.syncs().loop(controller).finished("a", Outcome.awaitChange(), Duration.ofMillis(4));
    }

    private void lifecycle(ControllerType type) {
        WorkObserver.Lifecycle<String> lifecycle = meters.work().lifecycle(type);
        lifecycle.created(() -> QueueState.EMPTY, 4);
        lifecycle.finished("web", Outcome.awaitChange(), Duration.ofMillis(5));
    }

    Scrape scrape() {
        return new Scrape(MetricsPage.of(registry));
    }

    @Override
    public void close() {
        informers.close();
        meters.close();
    }
}
