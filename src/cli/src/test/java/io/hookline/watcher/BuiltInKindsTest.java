package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.docs.Figure;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** One decorator of built-in kinds of several groups, namespaced and cluster-scoped, which it knows from discovery only. */
class BuiltInKindsTest extends DecoratorSuite {

    private static final String CONTAINERS = "containers: [{name: main, image: 'web:1'}]";

    private static final List<String> OBJECTS = List.of(
            object("v1", "Pod", CONTAINERS),
            object("batch/v1", "Job", "template: {spec: {restartPolicy: Never, " + CONTAINERS + "}}"),
            object(
                    "apps/v1",
                    "Deployment",
                    "replicas: 0, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {"
                            + CONTAINERS + "}}"),
            object("v1", "Service", "ports: [{port: 80}]"),
            object(
                    "networking.k8s.io/v1",
                    "Ingress",
                    "defaultBackend: {service: {name: decorated, port: {number: 80}}}"),
            object(
                    "v1",
                    "PersistentVolume",
                    "capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /none}"));

    private static final String RULES = rules(
            "v1 pods",
            "batch/v1 jobs",
            "apps/v1 deployments",
            "v1 services",
            "networking.k8s.io/v1 ingresses",
            "v1 persistentvolumes");

    private static String object(String apiVersion, String kind, String spec) {
        return "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: decorated"
                + (kind.equals("PersistentVolume") ? "" : ", namespace: default")
                + ", labels: {decorate: 'yes'}}, spec: {" + spec + "}}";
    }

    private static String rules(String... kinds) {
        StringBuilder rules = new StringBuilder();
        for (String kind : kinds) {
            String[] parts = kind.split(" ");
            rules.append("- {apiVersion: " + parts[0] + ", resource: " + parts[1]
                    + ", labelSelector: {matchLabels: {decorate: 'yes'}}}\n");
        }
        return rules.toString();
    }

    private boolean isDecorated(KubeObject created) {
        ApiResource resource = world.resource(created.gvk());
        return world.find(resource, "decorated").orElseThrow().labels().containsKey("set")
                && world.configMap(attachment(created)).isPresent();
    }

    private static String attachment(KubeObject object) {
        return "of-" + object.kind().toLowerCase(Locale.ROOT);
    }

    @Test
    void oneDecoratorDecoratesSixBuiltInKindsAtTheSameTime() {
        world.hook = request -> """
                {"labels": {"set": "yes"}, "attachments": [{"apiVersion": "v1", "kind": "ConfigMap",
                 "metadata": {"name": "%s", "namespace": "default"}}]}
                """.formatted(attachment(request.parent()));
        decorator("deco", RULES, hooks("sync"));
        List<KubeObject> created = OBJECTS.stream().map(world::apply).toList();
        try {
            soon().until(() -> created.stream().allMatch(this::isDecorated));

            assertThat(events("Error deco")).isEmpty();
            Figure.of("built-in kinds that one DecoratorController decorates at the same time", "kinds")
                    .atLeast(6)
                    .is(created.stream().map(KubeObject::gvk).distinct().count());
        } finally {
            created.forEach(this::remove); // other tests may use the same server
        }
    }

    private void remove(KubeObject created) {
        ApiResource resource = world.resource(created.gvk());
        world.local.delete(resource, created.key(), DeleteOptions.BACKGROUND);
        letGo(resource, created.name());
    }
}
