package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The hook of the bluegreen example in a cluster where the user, the ReplicaSet controller and the watcher act in any order, and
 * where any write of the watcher may fail.
 */
class BlueGreenHookTest {

    private static final int ACTIONS = 2_000;
    private static final int ROUNDS = 12;

    private static ExampleHook hook;

    @BeforeAll
    static void load() {
        hook = new ExampleHook("bluegreen");
    }

    @AfterAll
    static void close() {
        hook.close();
    }

    @ParameterizedTest
    @MethodSource("io.hookline.testing.Seeds#some")
    void theServiceSwitchesOnlyToPodsThatAreAvailableAndAllOfTheDesiredTemplate(long seed) throws Exception {
        World world = new World(seed);
        for (int action = 0; action < ACTIONS; action++) {
            world.act();
        }
        assertThat(world.switches).isPositive();

        for (int round = 0; round < ROUNDS; round++) {
            world.settle();
        }
        world.assertConverged();
    }

    /** The parent with its Service, and the watcher's writes. */
    private static final class World {

        private final SplittableRandom random;
        private final ObjectNode request = hook.request("new");
        private final List<FakeReplicaSet> sets = List.of(new FakeReplicaSet("blue"), new FakeReplicaSet("green"));
        private int edition = 1;
        private int replicas = 3;
        private String service = "";
        private JsonNode status = request.path("parent").path("status");
        private int switches;

        World(long seed) throws Exception {
            this.random = new SplittableRandom(seed);
        }

        void act() throws Exception {
            FakeReplicaSet set = sets.get(random.nextInt(2));
            switch (random.nextInt(120)) {
                case 0 -> edition = random.nextInt(4);
                case 1 -> replicas = random.nextInt(1, 4);
                case 2 -> service = "";
                case 3 -> service = set.color;
                case 4 -> set.scale(random.nextInt(4));
                case 5 -> set.delete();
                default -> {
                    switch (random.nextInt(4)) {
                        case 0 -> sync(8);
                        case 1 -> set.adjustPods();
                        case 2 -> set.startPods();
                        default -> set.report();
                    }
                }
            }
        }

        /** Everything happens once, and nothing fails. */
        void settle() throws Exception {
            sync(0);
            sets.forEach(FakeReplicaSet::adjustPods);
            sets.forEach(FakeReplicaSet::startPods);
            sets.forEach(FakeReplicaSet::report);
        }

        /** Calls the hook and applies the answer; one of this number of writes fails. */
        private void sync(int failures) throws Exception {
            JsonNode answer = hook.sync(observed());
            String color = answer.at("/status/activeColor").asText();
            check(answer, color);
            for (JsonNode child : answer.path("children")) {
                if (failures > 0 && random.nextInt(failures) == 0) {
                    continue;
                } else if (child.path("kind").asText().equals("Service")) {
                    service = child.at("/spec/selector/color").asText();
                } else {
                    set(child.at("/spec/template/metadata/labels/color").asText())
                            .apply(child);
                }
            }
            if (failures == 0 || random.nextInt(failures) > 0) {
                status = answer.path("status");
            }
        }

        private void check(JsonNode answer, String color) {
            assertThat(answer.path("children").findValuesAsText("color")).contains(color);
            assertThat(answer.at("/children/0/spec/selector/color").asText()).isEqualTo(color);
            String last = status.path("activeColor").asText();
            if (!last.isEmpty() && !last.equals(color)) {
                switches++;
                assertThat(set(color).availableOf(edition)).isGreaterThanOrEqualTo(replicas);
                assertThat(set(color).availableOf(edition)).isEqualTo(set(color).pods());
            }
            for (JsonNode child : answer.path("children")) {
                if (child.at("/metadata/name").asText().equals("shop-" + service)) {
                    assertThat(child.at("/spec/replicas").asInt())
                            .as("replicas of the color that the Service selects")
                            .isGreaterThanOrEqualTo(
                                    Math.min(replicas, set(service).replicas()));
                }
            }
        }

        private ObjectNode observed() {
            ObjectNode parent = (ObjectNode) request.path("parent");
            parent.set("status", status);
            ObjectNode spec = (ObjectNode) parent.path("spec");
            spec.put("replicas", replicas);
            ((ObjectNode) spec.at("/template/metadata/labels")).put("edition", "e" + edition);
            ObjectNode services = ((ObjectNode) request.path("children")).putObject("Service.v1");
            if (!service.isEmpty()) {
                ObjectNode observed = services.putObject("front").put("apiVersion", "v1");
                observed.put("kind", "Service").putObject("metadata").put("name", "front");
                ((ObjectNode) observed.path("metadata")).put("namespace", "default");
                observed.putObject("spec").putObject("selector").put("color", service);
            }
            ObjectNode observed = ((ObjectNode) request.path("children")).putObject("ReplicaSet.apps/v1");
            sets.forEach(set -> set.object().ifPresent(object -> observed.set("shop-" + set.color, object)));
            return request;
        }

        private FakeReplicaSet set(String color) {
            return sets.get(color.equals("blue") ? 0 : 1);
        }

        void assertConverged() {
            FakeReplicaSet active = set(service);
            FakeReplicaSet other = set(service.equals("blue") ? "green" : "blue");

            assertThat(status.path("activeColor").asText()).isEqualTo(service);
            assertThat(active.availableOf(edition)).isEqualTo(replicas);
            assertThat(active.pods()).isEqualTo(replicas);
            assertThat(other.pods()).isZero();
            assertThat(status.at("/active/availableReplicas").asInt()).isEqualTo(replicas);
            assertThat(status.at("/inactive/replicas").asInt()).isZero();
        }
    }
}
