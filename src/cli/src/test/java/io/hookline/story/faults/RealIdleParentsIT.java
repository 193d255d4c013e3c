package io.hookline.story.faults;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.AuditLog;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.docs.Figure;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import io.hookline.process.WatcherProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The requests of a watcher with idle parents, in the audit log of a real API server. */
@RealControlPlane
class RealIdleParentsIT {

    private static final String RESYNC = "{\"spec\":{\"resyncPeriodSeconds\":1}}";

    @Test
    void aHundredIdleParentsWithAResyncEachSecondSendNoRequest(ControlPlane plane, TestNamespace namespace)
            throws Exception {
        Figure.of("requests in the audit log while 100 idle parents are synced each second, for 5 s", "requests")
                .atMost(0)
                .is(requests(plane, namespace, 100, Duration.ofSeconds(5)));
    }

    @Test
    @Tag("soak")
    void aThousandIdleParentsWithAResyncEachSecondSendNoRequestInAMinute(ControlPlane plane, TestNamespace namespace)
            throws Exception {
        Figure.of("requests in the audit log while 1000 idle parents are synced each second, for 60 s", "requests")
                .atMost(0)
                .is(requests(plane, namespace, 1000, Duration.ofSeconds(60)));
    }

    /** The requests of all kinds except watches, in some time after all parents have their children. */
    private static long requests(ControlPlane plane, TestNamespace namespace, int parents, Duration time)
            throws Exception {
        String name = "idle" + parents;
        AtomicLong sent = new AtomicLong();
        KubeOptions options = KubeOptions.of(name)
                .withKubeconfig(plane.kubeconfig(ControlPlane.ADMIN).toString());
        try (KubeCluster admin = plane.connect("faults");
                Scene scene = new Scene(admin, name, namespace.name());
                CountedHook hook = new CountedHook(CountedWorld::oneChild, Duration.ZERO);
                KubeCluster connection =
                        KubeCluster.connect(options.withObserver((_, _, _) -> sent.incrementAndGet()))) {
            scene.control(hook.url(), "InPlace");
            ApiResource controllers = admin.discover()
                    .find("metacontroller.k8s.io/v1alpha1", "compositecontrollers")
                    .orElseThrow();
            ObjectKey controller = ObjectKey.clusterScoped(name);
            admin.patch(controllers, controller, Patch.merge(RESYNC), WriteOptions.PLAIN);
            ApiResource things = scene.things();
            IntStream.range(0, parents).forEach(i -> scene.put(things, name + "-" + i, 1, "text"));
            try (WatcherProcess _ = scene.watch(connection)) {
                CountedWorld.await().until(() -> children(scene, name) == parents);
                CountedWorld.awaitReported(parents, () -> admin.get(controllers, controller));
                CountedWorld.awaitStill(sent::get, Duration.ofSeconds(1));
                long before = recorded(plane, name);
                hook.awaitCalls(parents * 2, time);
                return recorded(plane, name) - before;
            }
        }
    }

    private static long children(Scene scene, String name) {
        return scene.present(scene.configMaps()).stream()
                .filter(child -> child.name().startsWith(name + "-"))
                .count();
    }

    private static long recorded(ControlPlane plane, String name) {
        List<AuditLog.Request> all = plane.audit().requestsOf("hookline/" + name);
        return all.stream().filter(request -> !request.verb().equals("watch")).count();
    }
}
