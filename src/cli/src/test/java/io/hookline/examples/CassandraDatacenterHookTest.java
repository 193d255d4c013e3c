package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The racks of the example cassandra-datacenter, while a user changes it, nodes start at any time, and some of them fail. */
class CassandraDatacenterHookTest {

    private static final int STEPS = 200;
    private static final int ROUNDS = 20;
    private static final String APPLIED = "metacontroller.k8s.io/last-applied-configuration";

    private static ExampleHook hook;

    @BeforeAll
    static void load() {
        hook = new ExampleHook("cassandra-datacenter");
    }

    @AfterAll
    static void close() {
        hook.close();
    }

    @ParameterizedTest
    @MethodSource("io.hookline.testing.Seeds#some")
    void oneRackChangesAtATimeAndOnlyWhileAllOthersAreReady(long seed) throws Exception {
        World world = new World(seed);
        for (int step = 0; step < STEPS; step++) {
            world.act();
            world.sync();
        }
        assertThat(world.changes).isGreaterThan(10);

        for (int round = 0; round < ROUNDS; round++) {
            world.sets.values().forEach(World::start);
            world.sync();
        }
        assertThat(world.sync()).isEqualTo("Ready");
    }

    private static final class World {
        private final SplittableRandom random;
        private final ObjectNode request = hook.request("the-first-rack-is-ready");
        private final Map<String, ObjectNode> sets = new TreeMap<>();
        private int changes;

        World(long seed) throws Exception {
            random = new SplittableRandom(seed);
        }

        void act() {
            ObjectNode spec = (ObjectNode) request.at("/parent/spec");
            switch (random.nextInt(12)) {
                case 0 -> spec.put("size", random.nextInt(2, 7));
                case 1 -> spec.put("serverVersion", "5.0." + random.nextInt(9));
                case 2 -> any().ifPresent(set -> ((ObjectNode) set.path("status")).put("readyReplicas", 0));
                default -> any().ifPresent(World::start);
            }
        }

        private Optional<ObjectNode> any() {
            return sets.values().stream().skip(random.nextInt(sets.size() + 1)).findFirst();
        }

        /** All nodes of a rack are ready. */
        private static void start(ObjectNode set) {
            ObjectNode status = set.putObject("status");
            status.put("observedGeneration", set.at("/metadata/generation").asLong());
            status.put("readyReplicas", set.at("/spec/replicas").asInt());
        }

        private static boolean isReady(ObjectNode set) {
            return set.at("/spec/replicas").asInt() == 0
                    || set.at("/status/observedGeneration").asLong()
                                    == set.at("/metadata/generation").asLong()
                            && set.at("/status/readyReplicas").asInt()
                                    == set.at("/spec/replicas").asInt();
        }

        /** Returns the progress. */
        String sync() throws Exception {
            ObjectNode observed = request.objectNode();
            sets.forEach((name, set) -> observed.set("default/" + name, set));
            ((ObjectNode) request.path("children")).set("StatefulSet.apps/v1", observed);
            JsonNode answer = hook.sync(request);
            List<String> changed = new ArrayList<>();
            Map<String, ObjectNode> desired = new TreeMap<>();
            for (JsonNode child : answer.path("children")) {
                if (child.path("kind").asText().equals("StatefulSet")) {
                    desired.put(child.at("/metadata/name").asText(), (ObjectNode) child);
                }
            }
            assertThat(desired.keySet()).as("no rack is deleted").containsAll(sets.keySet());
            desired.forEach((name, set) -> {
                ObjectNode old = sets.get(name);
                if (old == null
                        || !old.at("/metadata/annotations")
                                .path(APPLIED)
                                .asText()
                                .equals(GoJson.text(set))) {
                    changed.add(name);
                }
            });
            assertThat(changed).hasSizeLessThanOrEqualTo(1);
            for (String name : changed) {
                changes++;
                sets.forEach((other, set) ->
                        assertThat(other.equals(name) || isReady(set)).as(other).isTrue());
                apply(name, desired.get(name));
            }
            return answer.at("/status/cassandraOperatorProgress").asText();
        }

        private void apply(String name, ObjectNode desired) {
            ObjectNode old = sets.get(name);
            ObjectNode set = desired.deepCopy();
            ObjectNode metadata = (ObjectNode) set.path("metadata");
            metadata.put("namespace", "default");
            metadata.put(
                    "generation",
                    old == null ? 1 : old.at("/metadata/generation").asLong() + 1);
            metadata.withObjectProperty("annotations").put(APPLIED, GoJson.text(desired));
            set.set(
                    "status",
                    old == null ? set.objectNode() : old.path("status").deepCopy());
            sets.put(name, set);
        }
    }
}
