package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.testing.Tries;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ThreeWayMergeTest {

    @TestFactory
    Stream<DynamicTest> objectsMergeByTheTable() throws IOException {
        return rows("objects.json");
    }

    @TestFactory
    Stream<DynamicTest> listsMergeByTheTable() throws IOException {
        return rows("lists.json");
    }

    @TestFactory
    Stream<DynamicTest> listsWithRepetitionsMergeByTheTable() throws IOException {
        return rows("repetitions.json");
    }

    private static Stream<DynamicTest> rows(String table) throws IOException {
        try (InputStream in = ThreeWayMergeTest.class.getResourceAsStream("/fixtures/merge/" + table)) {
            assertThat(in).isNotNull();
            JsonNode rows = Json.parse(in.readAllBytes());
            assertThat(rows).hasSizeGreaterThan(10);
            return StreamSupport.stream(rows.spliterator(), false)
                    .map(row -> DynamicTest.dynamicTest(row.path("case").textValue(), () -> check(row)));
        }
    }

    private static void check(JsonNode row) {
        String before = row.toString();
        JsonNode merged = ThreeWayMerge.merge(row.path("observed"), row.path("last"), row.path("desired"));
        assertThat(GoJson.text(merged)).isEqualTo(GoJson.text(row.path("want")));
        assertThat(row.toString()).as("inputs are not changed").isEqualTo(before);
        JsonNode again = ThreeWayMerge.merge(merged, row.path("desired"), row.path("desired"));
        assertThat(GoJson.text(again)).as("a second time").isEqualTo(GoJson.text(merged));
    }

    @Test
    void mergingAgainChangesNothing() {
        Tries.of(1000, 11).forAllSeeds(seed -> {
            RandomTrees random = new RandomTrees(seed);
            ObjectNode desired = random.object();
            ObjectNode merged = ThreeWayMerge.merge(random.object(), random.object(), desired);
            assertThat(JsonEquality.strict(ThreeWayMerge.merge(merged, desired, desired), merged))
                    .isTrue();
        });
    }

    @Test
    void fieldsThatExistAlreadyAreKept() {
        Tries.of(500, 12).forAllSeeds(seed -> {
            ObjectNode object = new RandomTrees(seed).object();
            assertThat(JsonEquality.strict(ThreeWayMerge.merge(object, object, object), object))
                    .isTrue();
        });
    }

    @Test
    void nothingMergedIntoAnythingIsThatThing() {
        Tries.of(500, 13).forAllSeeds(seed -> {
            ObjectNode object = new RandomTrees(seed).object();
            ObjectNode nothing = Json.NODES.objectNode();
            assertThat(JsonEquality.strict(ThreeWayMerge.merge(object, nothing, nothing), object))
                    .isTrue();
            assertThat(JsonEquality.strict(ThreeWayMerge.merge(nothing, nothing, object), object))
                    .isTrue();
        });
    }

    @Test
    void fieldsThatNoHookEverNamedSurvive() {
        Tries.of(500, 14).forAllSeeds(seed -> {
            RandomTrees random = new RandomTrees(seed);
            ObjectNode observed = random.object();
            ObjectNode last = random.object();
            ObjectNode desired = random.object();
            ObjectNode merged = ThreeWayMerge.merge(observed, last, desired);
            observed.fieldNames().forEachRemaining(name -> {
                if (!last.has(name) && !desired.has(name)) {
                    assertThat(merged.get(name)).isEqualTo(observed.get(name));
                }
            });
            last.fieldNames()
                    .forEachRemaining(name -> assertThat(merged.has(name)).isEqualTo(desired.has(name)));
            desired.fieldNames()
                    .forEachRemaining(name -> assertThat(merged.has(name)).isTrue());
        });
    }

    @Test
    void aFieldThatIsAppliedAndThenRemovedIsDeleted() {
        Tries.of(500, 15).forAllSeeds(seed -> {
            RandomTrees random = new RandomTrees(seed);
            ObjectNode desired = random.object();
            ObjectNode nothing = Json.NODES.objectNode();
            ObjectNode theirs = Json.NODES.objectNode();
            theirs.set("theirs", random.object());
            ObjectNode applied = ThreeWayMerge.merge(theirs, nothing, desired);
            assertThat(JsonEquality.strict(ThreeWayMerge.merge(applied, desired, nothing), theirs))
                    .isTrue();
        });
    }

    @Test
    void aListMergedByKeyKeepsTheOrderAndHasNoItemTwice() {
        Tries.of(1000, 16).forAllSeeds(seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            ArrayNode observed = ports(random);
            ArrayNode last = ports(random);
            ArrayNode desired = ports(random);
            List<String> merged = names(ThreeWayMerge.merge(observed, last, desired));

            assertThat(merged).doesNotHaveDuplicates().containsAll(names(desired));
            List<String> kept =
                    names(observed).stream().filter(merged::contains).toList();
            List<String> added =
                    names(desired).stream().filter(port -> !kept.contains(port)).toList();
            assertThat(merged)
                    .as("observed items in their order, then new items in their order")
                    .isEqualTo(Stream.concat(kept.stream(), added.stream()).toList());
            names(observed).stream()
                    .filter(port ->
                            !names(desired).contains(port) && !names(last).contains(port))
                    .forEach(theirs -> assertThat(merged).contains(theirs));
            names(last).stream()
                    .filter(port -> !names(desired).contains(port))
                    .forEach(removed -> assertThat(merged).doesNotContain(removed));
        });
    }

    /** Ports of a Service: a number can occur twice with two protocols. */
    private static ArrayNode ports(SplittableRandom random) {
        List<String> all = new ArrayList<>(List.of("53/TCP", "53/UDP", "80/TCP", "443/TCP", "443/UDP"));
        Collections.shuffle(all, new Random(random.nextLong()));
        ArrayNode ports = Json.NODES.arrayNode();
        // Both ports of a number or neither: with only one, the protocol is not part of the key.
        boolean dns = random.nextBoolean();
        boolean https = random.nextBoolean();
        for (String port : all) {
            String[] parts = port.split("/");
            boolean wanted = parts[0].equals("53") ? dns : parts[0].equals("443") ? https : random.nextBoolean();
            if (wanted) {
                ports.addObject().put("port", Long.parseLong(parts[0])).put("protocol", parts[1]);
            }
        }
        return ports;
    }

    private static List<String> names(JsonNode ports) {
        List<String> names = new ArrayList<>();
        ports.forEach(port -> names.add(
                port.path("port").asText() + "/" + port.path("protocol").asText()));
        return names;
    }
}
