package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.contract.OwnershipHistory.Act;
import io.hookline.contract.OwnershipHistory.Write;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random histories of writes give the same objects, managers and errors as on a cluster in memory. */
@Worlds(World.Kind.HTTP)
class OwnershipHistoryContractTest extends OwnedKindFixture {

    private static final long FIRST_SEED = Long.getLong("hookline.seed", 1);
    private static final int HISTORIES = Integer.getInteger("hookline.histories", 40);
    private static final int WRITES = 14;

    @Test
    void randomHistoriesGiveTheSameObjects() {
        Cluster reference = LocalCluster.create(InstantSource.system(), new Random(1));
        reference.create(
                reference
                        .discover()
                        .find("apiextensions.k8s.io/v1", "customresourcedefinitions")
                        .orElseThrow(),
                definition(),
                WriteOptions.PLAIN);
        for (long seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
            OwnershipHistory history = new OwnershipHistory(seed);
            String name = "history-" + seed;
            Run expected = new Run(reference, "default", history.kind(), name);
            Run actual = new Run(cluster(), namespace(), history.kind(), name);
            int number = 0;
            for (Write write : history.writes(WRITES)) {
                assertThat(actual.run(write))
                        .as("seed %d, write %d: %s", seed, ++number, write)
                        .isEqualTo(expected.run(write));
            }
        }
    }

    /** One history on one cluster. */
    private record Run(Cluster cluster, String namespace, OwnershipHistory.Kind kind, String name) {

        /** The object after a write, or the error. */
        String run(Write write) {
            try {
                KubeObject result = write(write);
                return write.subresource().equals("scale") ? text(current()) : text(result);
            } catch (ClusterException e) {
                // Which rules of a kind are broken is another subject: see the limitations.
                String why = e instanceof ClusterException.Invalid ? "" : words(String.valueOf(e.getMessage()));
                return e.code() + " " + why + text(current());
            }
        }

        private KubeObject write(Write write) {
            WriteOptions options = new WriteOptions(write.subresource(), write.manager(), write.force(), false);
            return switch (write.act()) {
                case CREATE -> cluster.create(resource(), whole(write.fields()), options);
                case PUT -> cluster.update(resource(), replaced(write.fields()), options);
                case MERGE, STRATEGIC, APPLY -> cluster.patch(resource(), key(), patch(write), options);
            };
        }

        private Patch patch(Write write) {
            if (write.subresource().equals("scale")) {
                // A real server splits the entry of an owner if the replicas stay the same: see the limitations.
                long replicas = current().tree().at("/spec/replicas").asLong() + 1;
                return Patch.merge("{\"spec\":{\"replicas\":" + replicas + "}}");
            }
            return write.act() == Act.APPLY
                    ? new Patch(Patch.Type.APPLY, whole(write.fields()).json())
                    : new Patch(
                            write.act() == Act.MERGE ? Patch.Type.MERGE : Patch.Type.STRATEGIC,
                            GoJson.text(write.fields()));
        }

        private ApiResource resource() {
            return cluster.discover().find(kind.apiVersion, kind.plural).orElseThrow();
        }

        private ObjectKey key() {
            return new ObjectKey(namespace, name);
        }

        private KubeObject current() {
            try {
                return cluster.get(resource(), key());
            } catch (ClusterException.NotFound _) {
                return whole(Json.NODES.objectNode());
            }
        }

        private KubeObject whole(ObjectNode fields) {
            ObjectNode tree = fields.deepCopy();
            tree.put("apiVersion", kind.apiVersion).put("kind", kind.kind);
            tree.withObjectProperty("metadata").put("name", name).put("namespace", namespace);
            return KubeObject.of(tree);
        }

        /** The current object with other labels, spec and data, as a client would send it after a get. */
        private KubeObject replaced(ObjectNode fields) {
            ObjectNode tree = current().tree();
            for (String field : List.of("spec", "data")) {
                if (fields.has(field)) {
                    tree.set(field, fields.get(field));
                }
            }
            JsonNode labels = fields.path("metadata").path("labels");
            if (labels.isObject()) {
                tree.withObjectProperty("metadata").set("labels", labels);
            }
            return KubeObject.of(tree);
        }

        private String text(KubeObject object) {
            ObjectNode tree = comparable(object);
            if (tree.get("spec") instanceof ObjectNode spec) {
                spec.remove(List.of("clusterIP", "clusterIPs"));
            }
            return GoJson.text(tree);
        }

        /** The parts of a message, whose order may differ. */
        private String words(String message) {
            List<String> words = new ArrayList<>(
                    Arrays.asList(message.replace(namespace, "NAMESPACE").split("[\\n\\[\\], ]+")));
            words.sort(null);
            return String.join(" ", words);
        }
    }
}
