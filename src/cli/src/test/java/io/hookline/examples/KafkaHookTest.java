package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The numbers of the nodes of the example kafka, while users scale its pools and delete claims, and writes of the watcher fail. */
class KafkaHookTest {

    private static final int STEPS = 300;

    private static ExampleHook hook;

    @BeforeAll
    static void load() {
        hook = new ExampleHook("kafka");
    }

    @AfterAll
    static void close() {
        hook.close();
    }

    @ParameterizedTest
    @MethodSource("io.hookline.testing.Seeds#some")
    void aNumberIsNeverUsedTwiceNorAgainWhileAClaimOfItExists(long seed) throws Exception {
        World world = new World(seed);
        for (int step = 0; step < STEPS; step++) {
            world.scale();
            world.sync();
        }
        assertThat(world.created).isGreaterThan(10);
    }

    private static final class World {
        private final SplittableRandom random;
        private final ObjectNode request = hook.request("one-node-is-not-ready");
        private final Map<String, ObjectNode> maps = new TreeMap<>();
        private final Map<String, ObjectNode> claims = new TreeMap<>();
        private final Map<String, ObjectNode> pods = new TreeMap<>();
        private int created;

        World(long seed) throws Exception {
            random = new SplittableRandom(seed);
        }

        /** A user wants more or fewer nodes, or deletes what is left of a removed one. */
        void scale() {
            for (JsonNode pool : request.at("/related").elements().next()) {
                if (random.nextInt(4) == 0) {
                    ((ObjectNode) pool.path("spec")).put("replicas", random.nextInt(4));
                }
            }
            if (random.nextInt(5) == 0 && !claims.isEmpty()) {
                String claim = claims.keySet().stream()
                        .skip(random.nextInt(claims.size()))
                        .findFirst()
                        .orElseThrow();
                if (!maps.containsKey(nodeOf(claim))) {
                    claims.remove(claim);
                }
            }
        }

        void sync() throws Exception {
            ObjectNode children = (ObjectNode) request.path("children");
            children.set("ConfigMap.v1", keyed(maps));
            children.set("PersistentVolumeClaim.v1", keyed(claims));
            children.set("Pod.v1", keyed(pods));
            JsonNode answer = hook.sync(request);

            Map<String, ObjectNode> wantedMaps = named(answer, "ConfigMap");
            Map<String, ObjectNode> wantedClaims = named(answer, "PersistentVolumeClaim");
            Map<String, ObjectNode> wantedPods = named(answer, "Pod");
            assertThat(wantedMaps.keySet().stream().map(World::numberOf)).doesNotHaveDuplicates();
            assertThat(wantedClaims.keySet()).as("data is never deleted").containsAll(claims.keySet());
            TreeSet<String> fresh = new TreeSet<>(wantedMaps.keySet());
            fresh.removeAll(maps.keySet());
            fresh.removeAll(pods.keySet());
            for (String node : fresh) {
                created++;
                assertThat(claims.keySet()).noneMatch(claim -> numberOf(claim) == numberOf(node));
                assertThat(maps.keySet()).noneMatch(other -> numberOf(other) == numberOf(node));
            }
            assertThat(wantedPods.keySet())
                    .as("the number of a Pod is reserved before")
                    .allMatch(pod -> maps.containsKey(pod) || pods.containsKey(pod));
            write(maps, wantedMaps);
            write(pods, wantedPods);
            wantedClaims.forEach((name, claim) -> {
                if (random.nextInt(5) != 0) {
                    claims.putIfAbsent(name, claim);
                }
            });
        }

        /** Each write may fail. */
        private void write(Map<String, ObjectNode> objects, Map<String, ObjectNode> wanted) {
            wanted.forEach((name, object) -> {
                if (random.nextInt(5) != 0) {
                    objects.putIfAbsent(name, object);
                }
            });
            objects.keySet().removeIf(name -> !wanted.containsKey(name) && random.nextInt(5) != 0);
        }

        private static String nodeOf(String claim) {
            return claim.replaceFirst("^data-[0-9]+-", "");
        }

        private static int numberOf(String name) {
            return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
        }

        private ObjectNode keyed(Map<String, ObjectNode> objects) {
            ObjectNode keyed = request.objectNode();
            objects.forEach((name, object) -> keyed.set("default/" + name, object));
            return keyed;
        }

        private static Map<String, ObjectNode> named(JsonNode answer, String kind) {
            Map<String, ObjectNode> found = new TreeMap<>();
            for (JsonNode child : answer.path("children")) {
                if (child.path("kind").asText().equals(kind)) {
                    ObjectNode object = child.deepCopy();
                    ((ObjectNode) object.path("metadata")).put("namespace", "default");
                    found.put(child.at("/metadata/name").asText(), object);
                }
            }
            return found;
        }
    }
}
