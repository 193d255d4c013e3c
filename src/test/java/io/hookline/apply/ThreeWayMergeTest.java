package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DynamicTest;
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
        assertThat(row.toString()).as("inputs stay as they are").isEqualTo(before);
        JsonNode again = ThreeWayMerge.merge(merged, row.path("desired"), row.path("desired"));
        assertThat(GoJson.text(again)).as("a second time").isEqualTo(GoJson.text(merged));
    }

    @Property(seed = "11", tries = 1000)
    void mergingAgainChangesNothing(@ForAll long seed) {
        RandomTrees random = new RandomTrees(seed);
        ObjectNode desired = random.object();
        ObjectNode merged = ThreeWayMerge.merge(random.object(), random.object(), desired);
        assertThat(JsonEquality.strict(ThreeWayMerge.merge(merged, desired, desired), merged))
                .isTrue();
    }

    @Property(seed = "12", tries = 500)
    void whatIsThereAlreadyStays(@ForAll long seed) {
        ObjectNode object = new RandomTrees(seed).object();
        assertThat(JsonEquality.strict(ThreeWayMerge.merge(object, object, object), object))
                .isTrue();
    }

    @Property(seed = "13", tries = 500)
    void nothingMergedIntoAnythingIsThatThing(@ForAll long seed) {
        ObjectNode object = new RandomTrees(seed).object();
        ObjectNode nothing = Json.NODES.objectNode();
        assertThat(JsonEquality.strict(ThreeWayMerge.merge(object, nothing, nothing), object))
                .isTrue();
        assertThat(JsonEquality.strict(ThreeWayMerge.merge(nothing, nothing, object), object))
                .isTrue();
    }

    @Property(seed = "14", tries = 500)
    void fieldsThatNoHookEverNamedSurvive(@ForAll long seed) {
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
        last.fieldNames().forEachRemaining(name -> assertThat(merged.has(name)).isEqualTo(desired.has(name)));
        desired.fieldNames()
                .forEachRemaining(name -> assertThat(merged.has(name)).isTrue());
    }

    @Property(seed = "15", tries = 500)
    void whatIsAppliedAndTakenBackLeavesNoTrace(@ForAll long seed) {
        RandomTrees random = new RandomTrees(seed);
        ObjectNode desired = random.object();
        ObjectNode nothing = Json.NODES.objectNode();
        ObjectNode theirs = Json.NODES.objectNode();
        theirs.set("theirs", random.object());
        ObjectNode applied = ThreeWayMerge.merge(theirs, nothing, desired);
        assertThat(JsonEquality.strict(ThreeWayMerge.merge(applied, desired, nothing), theirs))
                .isTrue();
    }
}
