package io.hookline.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.TestKinds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is recorded as a planned write, and what the cluster is asked. */
class PlannedClusterTest {

    private static final ObjectKey KEY = new ObjectKey("default", "made");
    private static final WriteOptions DRY_RUN = new WriteOptions("", "", false, true);

    private final LocalWorld world = new LocalWorld();
    private final Cluster cluster = world.cluster;
    private final List<PlannedWrite> writes = new ArrayList<>();
    private final PlannedCluster planned = new PlannedCluster(cluster, writes::add);
    private final ApiResource configMaps =
            cluster.discover().find("v1", "configmaps").orElseThrow();

    private static KubeObject configMap(String text) {
        return KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                + "\"metadata\":{\"namespace\":\"default\",\"name\":\"made\"},\"data\":{\"text\":\"" + text + "\"}}");
    }

    private static Patch set(String path, String value) {
        return Patch.json("[{\"op\":\"add\",\"path\":\"" + path + "\",\"value\":" + value + "}]");
    }

    /** The least roles allow to list controllers only. */
    @Test
    void theStatusOfAControllerIsNoPlannedWriteAndNeedsNoRightToGetIt() {
        PlannedCluster planned = new PlannedCluster(
                ((Interposed) request -> {
                            if (request.is("get compositecontrollers")) {
                                throw new ClusterException.Forbidden("compositecontrollers is forbidden");
                            }
                            return request.pass();
                        })
                        .before(cluster),
                writes::add);
        world.apply(TestKinds.installed("compositecontrollers"));
        ApiResource composites = world.resource("compositecontrollers");
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: broken}
                spec:
                  parentResource: {apiVersion: v1, resource: nothings}
                  hooks: {}
                """);

        for (String status : List.of("{\"parents\":1}", "{\"parents\":2}")) {
            KubeObject answer = planned.patch(
                    composites, ObjectKey.clusterScoped("broken"), set("/status", status), WriteOptions.STATUS);
            assertThat(answer.fieldTree("status").toString()).isEqualTo(status);
        }

        assertThat(writes).isEmpty();
    }

    @Test
    void theLastAppliedAnnotationIsNoChangeOfItsOwn() {
        cluster.create(configMaps, configMap("first"), WriteOptions.PLAIN);
        ObjectNode next = cluster.get(configMaps, KEY).tree();
        next.withObject("/metadata/annotations")
                .put("metacontroller.k8s.io/last-applied-configuration", "{\"data\":{\"text\":\"second\"}}");
        planned.update(configMaps, KubeObject.of(next), WriteOptions.PLAIN);
        assertThat(writes)
                .extracting(PlannedWrite::changes)
                .containsExactly("only the last-applied annotation differs");

        writes.clear();
        PlannedCluster other = new PlannedCluster(cluster, writes::add);
        next.withObject("/data").put("text", "second");
        other.update(configMaps, KubeObject.of(next), WriteOptions.PLAIN);
        assertThat(writes).extracting(PlannedWrite::changes).containsExactly("data.text: \"first\" → \"second\"");
    }

    @Test
    void aStatusIsShownWithItsConditionsByType() {
        world.apply(TestKinds.THING);
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: made, namespace: default}, spec: {}}");
        String ready = "{\"ready\":1,\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"reason\":\"Ok\"}]}";

        planned.patch(world.resource("things"), KEY, set("/status", ready), WriteOptions.STATUS);

        assertThat(writes)
                .extracting(PlannedWrite::toString)
                .containsExactly("patch   Thing default/made (status)  ready: absent → 1, Ready: True (Ok)");
    }

    private ApiResource narrow() {
        world.apply(TestKinds.NARROW);
        world.apply("{apiVersion: test.hookline.io/v1, kind: Narrow, metadata: {name: made, namespace: default},"
                + " spec: {}}");
        ApiResource narrows = world.resource("narrows");
        cluster.patch(narrows, KEY, set("/status", "{\"text\":\"hi\"}"), WriteOptions.STATUS);
        return narrows;
    }

    /** A hook that returns such a field would have a write in each plan. */
    @Test
    void fieldsThatTheDefinitionDoesNotHaveAreNoPlannedWrite() {
        ApiResource narrows = narrow();

        planned.patch(narrows, KEY, set("/status", "{\"unknown\":1,\"text\":\"hi\"}"), WriteOptions.STATUS);
        planned.patch(narrows, KEY, set("/extra", "1"), WriteOptions.PLAIN);
        assertThat(writes).isEmpty();

        planned.patch(narrows, KEY, set("/status", "{\"unknown\":1,\"text\":\"bye\"}"), WriteOptions.STATUS);
        assertThat(writes)
                .extracting(PlannedWrite::toString)
                .containsExactly("patch   Narrow default/made (status)  text: \"hi\" → \"bye\"");
    }

    @Test
    void withoutTheRightToReadTheDefinitionEveryFieldIsPlanned() {
        ApiResource narrows = narrow();
        PlannedCluster limited = new PlannedCluster(
                ((Interposed) request -> {
                            if (request.is("get customresourcedefinitions")) {
                                throw new ClusterException.Forbidden("customresourcedefinitions is forbidden");
                            }
                            return request.pass();
                        })
                        .before(cluster),
                writes::add);

        limited.patch(narrows, KEY, set("/status/unknown", "1"), WriteOptions.STATUS);

        assertThat(writes)
                .extracting(PlannedWrite::toString)
                .containsExactly("patch   Narrow default/made (status)  unknown: absent → 1");
    }

    /** The API server does not know the object. */
    @Test
    void aPlannedObjectIsTriedHere() {
        KubeObject created = planned.create(configMaps, configMap("first"), WriteOptions.PLAIN);
        KubeObject next = KubeObject.of(created.tree().deepCopy());
        next.tree().withObject("/data").put("text", "second");

        assertThat(planned.update(configMaps, next, DRY_RUN)).isEqualTo(next);
        assertThat(planned.patch(configMaps, KEY, set("/data/text", "\"third\""), DRY_RUN)
                        .tree()
                        .at("/data/text")
                        .asText())
                .isEqualTo("third");
        assertThat(planned.get(configMaps, KEY).tree().at("/data/text").asText())
                .isEqualTo("first");
        assertThat(writes).extracting(PlannedWrite::verb).containsExactly("create");
    }

    /** Its planned version would be a conflict, or no version at all, for the API server. */
    @Test
    void aFurtherChangeOfAChangedObjectIsTriedHere() {
        cluster.create(configMaps, configMap("first"), WriteOptions.PLAIN);
        KubeObject changed = planned.patch(configMaps, KEY, set("/data/text", "\"second\""), WriteOptions.PLAIN);

        assertThat(planned.update(configMaps, changed, DRY_RUN)).isEqualTo(changed);
    }
}
