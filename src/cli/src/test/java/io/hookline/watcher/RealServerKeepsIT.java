package io.hookline.watcher;

import static io.hookline.watcher.Composites.children;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A real server normalises quantities and drops empty fields: a child that it keeps so is neither recreated nor rewritten. */
@RealControlPlane
@ExtendWith(SuiteCluster.Resolver.class)
class RealServerKeepsIT {

    /** The server keeps the quantity as {@code 1}, and drops the empty labels and the unknown field. */
    private static final String DEPLOYMENT = children("""
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"%s","creationTimestamp":null},
             "spec":{"selector":{"matchLabels":{"app":"x"}},"replicas":0,"unknown":{},
               "template":{"metadata":{"labels":{"app":"x"},"annotations":{}},"spec":{"nodeSelector":{},
                 "containers":[{"name":"x","image":"x:1","resources":{"limits":{"cpu":"1000m"}}}]}}}}
            """);

    private static Cluster cluster;
    private static String namespace;

    @BeforeAll
    static void enter(SuiteCluster real) {
        cluster = real.cluster();
        namespace = real.namespace();
    }

    @ParameterizedTest
    @CsvSource({"Recreate, try update", "InPlace, update"})
    void aFieldThatTheServerNormalisesIsSentOnceMoreAtMost(String method, String request) {
        String name = method.toLowerCase(Locale.ROOT);
        ApiResource things =
                cluster.discover().find("test.hookline.io/v1", "things").orElseThrow();
        cluster.create(
                things,
                LocalWorld.object("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name
                        + ", namespace: " + namespace + "}, spec: {}}"),
                WriteOptions.PLAIN);
        ObjectKey parent = new ObjectKey(namespace, name);
        KubeObject composite = Composites.over(
                "{apiVersion: apps/v1, resource: deployments, updateStrategy: {method: " + method + "}}");
        String uid = "";
        try (HandDrivenController controller = new HandDrivenController(cluster, composite)) {
            controller.answer = DEPLOYMENT.formatted(name).getBytes(StandardCharsets.UTF_8);
            controller.sync(parent);
            uid = deployment(name).uid();
            for (int i = 0; i < 4; i++) {
                touch(name, "" + i);
                syncWithin(controller, parent, "" + i);
            }
            String asked = request + " deployments " + parent;
            assertThat(controller.cluster.requests())
                    .containsOnlyOnce(asked)
                    .noneMatch(line -> line.startsWith("delete"));
        }
        assertThat(deployment(name).uid()).isEqualTo(uid);
    }

    /** Without the unknown field: an apply with it would be refused. */
    @ParameterizedTest
    @ValueSource(strings = {"Recreate", "InPlace"})
    void withServerSideApplyItIsSentOnceMoreAfterARestartAndTheChildStays(String method) {
        String name = "applied-" + method.toLowerCase(Locale.ROOT);
        cluster.create(
                cluster.discover().find("test.hookline.io/v1", "things").orElseThrow(),
                LocalWorld.object("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name
                        + ", namespace: " + namespace + "}, spec: {}}"),
                WriteOptions.PLAIN);
        ObjectKey parent = new ObjectKey(namespace, name);
        KubeObject composite = Composites.over("{apiVersion: apps/v1, resource: deployments, updateStrategy: {method: "
                + method + "}, applyStrategy: server-side-apply}");
        byte[] answer =
                DEPLOYMENT.formatted(name).replace(",\"unknown\":{}", "").getBytes(StandardCharsets.UTF_8);
        for (boolean restarted : new boolean[] {false, true}) {
            try (HandDrivenController controller = new HandDrivenController(cluster, composite)) {
                controller.answer = answer;
                controller.sync(parent);
                for (int i = 0; i < 4; i++) {
                    String touched = (restarted ? "again-" : "") + i;
                    touch(name, touched);
                    syncWithin(controller, parent, touched);
                }
                String again = (method.equals("Recreate") ? "try apply" : "apply") + " deployments " + parent;
                assertThat(controller.cluster.requests())
                        .filteredOn(request -> request.contains("deployments"))
                        .containsExactly(restarted ? again : "apply deployments " + parent);
            }
        }
    }

    /** The caches are those of a real watch: they need a moment to show what was touched. */
    private static void syncWithin(HandDrivenController controller, ObjectKey parent, String touched) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            controller.sync(parent);
            return controller.calls.getLast().children().all().stream()
                    .anyMatch(child -> touched.equals(child.labels().get("touched")));
        });
    }

    private static void touch(String name, String count) {
        cluster.patch(
                deployments(),
                new ObjectKey(namespace, name),
                Patch.merge("{\"metadata\":{\"labels\":{\"touched\":\"" + count + "\"}}}"),
                WriteOptions.PLAIN);
    }

    private static KubeObject deployment(String name) {
        return cluster.get(deployments(), new ObjectKey(namespace, name));
    }

    private static ApiResource deployments() {
        return cluster.discover().find("apps/v1", "deployments").orElseThrow();
    }
}
