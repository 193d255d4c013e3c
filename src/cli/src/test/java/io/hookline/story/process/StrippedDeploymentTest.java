package io.hookline.story.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.docs.Figure;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.WatcherOptions;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The cached size of a Deployment that several clients have written, with and without the entries of its managers. */
class StrippedDeploymentTest {

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: default, labels: {app: web, team: a}}
            spec:
              replicas: 3
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers:
                  - name: web
                    image: registry.example.com/web:1.2.3
                    env: [{name: LEVEL, value: info}, {name: REGION, value: north}]
                    ports: [{name: http, containerPort: 8080}]
                    resources:
                      limits: {cpu: "1", memory: 512Mi}
                      requests: {cpu: 100m, memory: 128Mi}
            """;

    private final LocalWorld world = new LocalWorld();

    private void write(String client, String subresource, String json) {
        world.cluster.patch(
                world.resource("deployments"),
                new ObjectKey("default", "web"),
                Patch.merge(json),
                (subresource.isEmpty() ? WriteOptions.PLAIN : WriteOptions.STATUS).by(client));
    }

    private void deploy() {
        world.cluster.create(
                world.resource("deployments"),
                LocalWorld.object(DEPLOYMENT),
                WriteOptions.PLAIN.by("kubectl-client-side-apply"));
        write("policy-controller", "", "{\"metadata\":{\"annotations\":{\"policy.example.com/checked\":\"yes\"}}}");
        write("autoscaler", "", "{\"spec\":{\"replicas\":4}}");
        write("kube-controller-manager", "status", """
                {"status": {"replicas": 4, "readyReplicas": 4, "availableReplicas": 4, "observedGeneration": 2,
                 "conditions": [{"type": "Available", "status": "True", "reason": "MinimumReplicasAvailable"}]}}
                """);
    }

    private KubeObject cached(boolean strip) {
        InformerOptions options =
                WatcherOptions.DEFAULTS.strippingManagedFields(strip).informers();
        try (SharedInformerFactory informers =
                SharedInformerFactory.byHand(world.cluster, options, new ManualClock(), new Random(1))) {
            Subscription deployments = informers.subscribe(world.resource("deployments"), new Ignored());
            while (informers.step()) {}
            return deployments.store().all().getFirst();
        }
    }

    private record Ignored() implements ResourceEventHandler {
        @Override
        public void added(KubeObject object) {}

        @Override
        public void updated(KubeObject before, KubeObject now) {}

        @Override
        public void deleted(KubeObject last) {}
    }

    @Test
    void withoutTheEntriesOfOtherManagersTheCachedDeploymentIsMuchSmaller() {
        deploy();
        KubeObject whole = cached(false);
        KubeObject stripped = cached(true);

        assertThat(whole.tree().at("/metadata/managedFields")).hasSize(4);
        assertThat(stripped.tree().at("/metadata/managedFields")).isEmpty();
        Figure.of("cached size of a Deployment with four managers, with --strip-managed-fields", "%")
                .atMost(60)
                .is(100.0 * stripped.size() / whole.size());
    }
}
