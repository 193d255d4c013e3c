package io.hookline.story.faults;

import io.hookline.controlplane.ControlPlane;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.JsonText;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.kube.KubeCluster;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.watcher.Watcher;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WatcherObserver;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/** A watcher that is started while something goes wrong, with a hook that notes what it is shown first of each parent. */
final class TroubledStart implements AutoCloseable {

    private final Fault fault;
    private final FaultyLink link;
    private final KubeCluster cluster;
    private final SharedInformerFactory informers;
    private final Watcher watcher;
    private final Map<String, Integer> shownFirst = new ConcurrentHashMap<>();

    TroubledStart(Fault fault, ControlPlane plane, String selector) {
        this.fault = fault;
        this.link = FaultyLink.ofRequests(plane.server(), plane.trust().getSocketFactory());
        link.suffer(fault);
        this.cluster = KubeCluster.at(
                link.url(), ControlPlane.token(ControlPlane.ADMIN), Follower.options("faults-troubled-start"));
        InstantSource clock = InstantSource.system();
        ThreadFactory threads = Thread.ofVirtual().factory();
        this.informers = new SharedInformerFactory(cluster, Follower.IMPATIENT, threads, clock, new Random(9));
        WatcherOptions all = WatcherOptions.DEFAULTS;
        WatcherOptions options = new WatcherOptions(
                all.workers(),
                all.discoveryInterval(),
                all.cacheFlushInterval(),
                LabelSelector.parse(selector),
                all.eventsPerSecond(),
                all.eventsBurst(),
                all.finalizerReleaseDelay(),
                all.revisionNamespace());
        this.watcher = new Watcher(
                new WatcherDependencies(
                        cluster,
                        informers,
                        (_, _, _, _) -> new Hook(),
                        KubeObject::tree,
                        threads,
                        clock,
                        WatcherObserver.NONE),
                options);
        watcher.start();
    }

    private final class Hook implements HookClient {
        @Override
        public HookReply call(HookRequest request) {
            KubeObject parent = request.parent();
            shownFirst.putIfAbsent(parent.name(), request.children().all().size());
            int count = parent.tree().at("/spec/count").asInt();
            String text = parent.tree().at("/spec/text").asText();
            return new HookReply.Answered(JsonText.of(Scene.answer(parent.name(), count, text)));
        }

        @Override
        public void close() {
            // nothing is held
        }
    }

    Fault fault() {
        return fault;
    }

    FaultyLink link() {
        return link;
    }

    /** How many children the hook was shown when it was asked for a parent for the first time. */
    Map<String, Integer> shownFirst() {
        return Map.copyOf(shownFirst);
    }

    @Override
    public void close() {
        watcher.close();
        informers.close();
        cluster.close();
        link.close();
    }
}
