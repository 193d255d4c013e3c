package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.kube.KubeCluster;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.spec.ChildRule.ApplyStrategy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * On a server whose controllers run: a hook that answers the time, one that gives a child another name each time, and a child with a field that
 * kube-controller-manager writes too, each with both ways to apply children. All at the same time, since their waits are long.
 */
@RealControlPlane(own = true)
class RealNeverSettlingIT {

    private static KubeCluster cluster;

    @BeforeAll
    static void start(ControlPlane plane) {
        plane.startControllers("clusterrole-aggregation-controller", "deployment-controller");
        cluster = plane.connect("never-settling");
    }

    private static String controller(String name, String parents, String child, ApplyStrategy strategy) {
        return """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: %s}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: %s, labelSelector: {matchLabels: {for: %s}}}
                  childResources:
                  - {%s, updateStrategy: {method: InPlace}, applyStrategy: %s, conflictPolicy: Force}
                """.formatted(name, parents, name, child, strategy.text())
                + WatcherFixture.hooks("sync").indent(2);
    }

    private static String answer(HookRequest request) {
        String name = request.parent().name();
        if (name.startsWith("name")) { // a kind whose status another controller writes at once
            return Composites.children("""
                    {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"%s-%d"},
                     "spec":{"replicas":0,"selector":{"matchLabels":{"app":"x"}},"template":{
                         "metadata":{"labels":{"app":"x"}},"spec":{"containers":[{"name":"c","image":"c"}]}}}}
                    """.formatted(name, System.nanoTime()));
        }
        return name.startsWith("time")
                ? Composites.children("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                        + "\"},\"data\":{\"t\":\"" + System.nanoTime() + "\"}}")
                : Composites.children("""
                        {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"%s"},
                         "aggregationRule":{"clusterRoleSelectors":[{"matchLabels":{"agg-to":"%s"}}]},"rules":[]}
                        """.formatted(name, name), """
                        {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole",
                         "metadata":{"name":"member-%s","labels":{"agg-to":"%s"}},
                         "rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["get","list"]}]}
                        """.formatted(name, name));
    }

    @Test
    void theirWritesAreSlowedDownAndTheyAreNamedInConditionAndEvent() {
        Map<String, String> messages = new TreeMap<>();
        List<String> names = new ArrayList<>();
        try (WatcherFixture world =
                new WatcherFixture(cluster, next -> next, InstantSource.system(), WatcherOptions.DEFAULTS)) {
            world.hook = RealNeverSettlingIT::answer;
            world.define(TestKinds.THING);
            world.define(TestKinds.WIDE);
            for (ApplyStrategy strategy : ApplyStrategy.values()) {
                String suffix = strategy.name().toLowerCase(Locale.ROOT).replace('_', '-');
                create(world, "time-" + suffix, "Thing", "things", "apiVersion: v1, resource: configmaps", strategy);
                create(
                        world,
                        "name-" + suffix,
                        "Thing",
                        "things",
                        "apiVersion: apps/v1, resource: deployments",
                        strategy);
                names.add("name-" + suffix);
                create(
                        world,
                        "role-" + suffix,
                        "Wide",
                        "wides",
                        "apiVersion: rbac.authorization.k8s.io/v1, resource: clusterroles",
                        strategy);
                messages.put("time-" + suffix, "ConfigMap default/time-" + suffix + " data.t changes with every sync");
                messages.put(
                        "role-" + suffix,
                        "ClusterRole role-" + suffix
                                + (strategy == ApplyStrategy.DYNAMIC_APPLY ? " rules[0]" : " rules")
                                + " is also written by clusterrole-aggregation-controller");
            }
            messages.forEach((name, message) -> Awaitility.await(name)
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> {
                        assertThat(world.events())
                                .contains("NeverSettles " + name + ": " + message + "; its writes are slowed down");
                        assertThat(conditions(world, name))
                                .anySatisfy(condition ->
                                        assertThat(condition).startsWith("Settling False NeverSettles " + message));
                    }));
            names.forEach(name -> Awaitility.await(name)
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(world.events())
                            .anyMatch(event -> event.matches("NeverSettles " + name + ": Deployment default/" + name
                                    + "-\\d+ is replaced by default/" + name
                                    + "-\\d+: the name changes with every sync; its writes are slowed down"))));
            long replaced = creations(world);
            // The first delay is 8 s, the second one 16 s: two more writes show both.
            Map<String, Long> before = writes(world, messages.keySet().stream());
            Instant start = Instant.now();
            messages.keySet()
                    .forEach(name -> Awaitility.await(name)
                            .atMost(Duration.ofSeconds(60))
                            .until(() -> writes(world, Stream.of(name)).get(name) >= before.get(name) + 2));
            assertThat(Duration.between(start, Instant.now())).isGreaterThan(Duration.ofSeconds(16));
            Map<String, Long> after = writes(world, messages.keySet().stream());
            List<String> report = new ArrayList<>();
            messages.keySet()
                    .forEach(name -> report.add(
                            name + ": " + before.get(name) + " writes, then " + (after.get(name) - before.get(name))));
            assertThat(after).as("%s", report).allSatisfy((name, count) -> {
                assertThat(count - before.get(name)).isLessThanOrEqualTo(3);
                assertThat(before.get(name)).isLessThanOrEqualTo(16);
            });
            assertThat(creations(world) - replaced).isLessThanOrEqualTo(2 * 3);
        }
    }

    private static void create(
            WatcherFixture world, String name, String kind, String plural, String child, ApplyStrategy strategy) {
        world.apply(controller(name, plural, child, strategy));
        boolean namespaced = kind.equals("Thing");
        world.local.create(
                world.resource(GroupVersionKind.of("test.hookline.io/v1", kind)),
                LocalWorld.object("{apiVersion: test.hookline.io/v1, kind: " + kind + ", metadata: {name: " + name
                        + (namespaced ? ", namespace: default" : "") + ", labels: {for: " + name + "}}, spec: {}}"),
                WriteOptions.PLAIN);
    }

    private static List<String> conditions(WatcherFixture world, String name) {
        List<String> all = new ArrayList<>();
        KubeObject controller = world.find(
                        world.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController")),
                        name)
                .orElseThrow();
        controller
                .tree()
                .at("/status/conditions")
                .forEach(each -> all.add(each.path("type").asText() + " "
                        + each.path("status").asText() + " "
                        + each.path("reason").asText() + " "
                        + each.path("message").asText()));
        return all;
    }

    private static long creations(WatcherFixture world) {
        return world.cluster.requests().stream()
                .filter(request -> request.contains("deployments default/name-"))
                .filter(request -> request.startsWith("create") || request.startsWith("apply"))
                .count();
    }

    /** The writes of the child that has the name of its controller. */
    private static Map<String, Long> writes(WatcherFixture world, Stream<String> names) {
        Map<String, Long> counts = new TreeMap<>();
        List<String> requests = world.cluster.requests();
        names.forEach(name -> counts.put(
                name,
                requests.stream()
                        .filter(request -> request.endsWith("configmaps default/" + name)
                                || request.endsWith("clusterroles " + name))
                        .filter(request -> !request.startsWith("get"))
                        .count()));
        return counts;
    }
}
