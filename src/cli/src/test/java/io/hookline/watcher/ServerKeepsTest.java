package io.hookline.watcher;

import static io.hookline.watcher.Composites.children;
import static io.hookline.watcher.Composites.gadget;
import static io.hookline.watcher.Composites.ofGadgets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.spec.WellKnown;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that drops unknown fields of a child: the watcher does not write them again and again. */
class ServerKeepsTest {

    /** The server drops {@code unknown}. */
    private static final String WITH_UNKNOWN = children(gadget("g", "{\"size\":1,\"unknown\":true}"));

    private final LocalWorld world = new LocalWorld();

    ServerKeepsTest() {
        world.thing("p");
    }

    @Test
    void anInPlaceChildWhoseFieldsAreDroppedIsWrittenOnceMoreAtMost() {
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofGadgets("InPlace"))) {
            controller.sync("p", WITH_UNKNOWN);
            controller.sync("p", WITH_UNKNOWN);
            assertThat(controller.cluster.requests()).doesNotContain("update gadgets default/g");

            for (int i = 0; i < 5; i++) {
                world.patch("gadgets", "g", "{\"metadata\":{\"labels\":{\"touched\":\"" + i + "\"}}}");
                controller.sync("p", WITH_UNKNOWN);
            }
            assertThat(controller.cluster.requests()).containsOnlyOnce("update gadgets default/g");
        }
    }

    @Test
    void aHookThatWritesItsKeysInAnotherOrderEachTimeCausesNoMoreWrites() {
        String other = children(gadget("g", "{\"unknown\":true,\"size\":1}"));
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofGadgets("InPlace"))) {
            for (int i = 0; i < 6; i++) {
                controller.sync("p", i % 2 == 0 ? WITH_UNKNOWN : other);
            }
            assertThat(controller.cluster.requests()).containsOnlyOnce("update gadgets default/g");
        }
    }

    @Test
    void aRecreateChildWhoseFieldsAreDroppedIsNeverDeleted() {
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofGadgets("Recreate"))) {
            controller.sync("p", WITH_UNKNOWN);
            String uid = world.get("gadgets", "g").uid();
            for (int i = 0; i < 5; i++) {
                world.patch("gadgets", "g", "{\"metadata\":{\"labels\":{\"touched\":\"" + i + "\"}}}");
                controller.sync("p", WITH_UNKNOWN);
            }
            assertThat(controller.cluster.requests())
                    .containsOnlyOnce("try update gadgets default/g")
                    .noneMatch(request -> request.startsWith("delete"));
            assertThat(world.get("gadgets", "g").uid()).isEqualTo(uid);
        }
    }

    @Test
    void aRestartedWatcherDoesNotDeleteItEither() {
        try (HandDrivenController before = new HandDrivenController(world.cluster, ofGadgets("Recreate"))) {
            before.sync("p", WITH_UNKNOWN);
        }
        try (HandDrivenController after = new HandDrivenController(world.cluster, ofGadgets("Recreate"))) {
            after.sync("p", WITH_UNKNOWN);
            after.sync("p", WITH_UNKNOWN);
            assertThat(after.cluster.requests())
                    .containsOnlyOnce("try update gadgets default/g")
                    .noneMatch(request -> request.startsWith("delete"));
        }
    }

    @Test
    void aChildThatAnotherClientChangedIsStillRecreated() {
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofGadgets("Recreate"))) {
            controller.sync("p", WITH_UNKNOWN);
            world.patch("gadgets", "g", "{\"spec\":{\"size\":7}}");
            controller.sync("p", WITH_UNKNOWN);
            assertThat(world.find("gadgets", "g")).isEmpty();
            controller.sync("p", WITH_UNKNOWN);
            assertThat(world.get("gadgets", "g").tree().at("/spec/size").intValue())
                    .isEqualTo(1);
        }
    }

    @Test
    void whatTheHookChangedIsRecreatedAfterATrial() {
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofGadgets("Recreate"))) {
            controller.sync("p", WITH_UNKNOWN);
            controller.sync("p", children(gadget("g", "{\"size\":2,\"unknown\":true}")));
            assertThat(controller.cluster.requests())
                    .containsSubsequence("try update gadgets default/g", "delete gadgets default/g");
        }
    }

    @Test
    void aChangeThatTheServerDoesNotSeeNeverDeletesAndIsRecorded() {
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofGadgets("Recreate"))) {
            controller.sync("p", WITH_UNKNOWN);
            String uid = world.get("gadgets", "g").uid();
            String other = children(gadget("g", "{\"size\":1,\"unknown\":\"written in another way\"}"));
            for (int i = 0; i < 3; i++) {
                controller.sync("p", other);
            }

            assertThat(controller.cluster.requests())
                    .containsOnlyOnce("try update gadgets default/g")
                    .containsOnlyOnce("update gadgets default/g")
                    .noneMatch(request -> request.startsWith("delete"));
            assertThat(world.get("gadgets", "g").uid()).isEqualTo(uid);
            assertThat(world.get("gadgets", "g").annotation(WellKnown.LAST_APPLIED))
                    .contains("in another way");
        }
    }

    static Stream<ClusterException> undecided() {
        return Stream.of(
                new ClusterException.Forbidden("cannot update resource \"gadgets\""),
                new ClusterException.BadRequest("admission webhook \"a.b\" does not support dry run"),
                new ClusterException.Unavailable(500, "the server is not well"));
    }

    @ParameterizedTest
    @MethodSource("undecided")
    void aRecreateChildThatCannotBeTriedIsNotDeleted(ClusterException failure) {
        Interposed denying = request -> {
            if (request.is("update gadgets")) {
                throw failure;
            }
            return request.pass();
        };
        try (HandDrivenController controller =
                new HandDrivenController(world.cluster, ofGadgets("Recreate"), denying::before)) {
            controller.sync("p", WITH_UNKNOWN);

            assertThatThrownBy(() -> controller.sync("p", children(gadget("g", "{\"size\":2}"))))
                    .hasMessageContaining("Gadget default/g")
                    .hasMessageContaining(failure.getMessage());
            assertThat(controller.cluster.requests()).noneMatch(request -> request.startsWith("delete"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"size":1}                 | {"size":1.0}
            {"size":1.0}               | {"size":1}
            {"size":1}                 | {"color":null,"size":1}
            {"size":1,"color":"red"}   | { "color" : "\\u0072ed", "size" : 1e0 }
            """)
    void aDifferenceInNotationIsIgnoredAlsoAfterAStart(String first, String then) {
        try (HandDrivenController before = new HandDrivenController(world.cluster, ofGadgets("Recreate"))) {
            before.sync("p", children(gadget("g", first)));
        }
        try (HandDrivenController after = new HandDrivenController(world.cluster, ofGadgets("Recreate"))) {
            after.sync("p", children(gadget("g", then)));
            assertThat(after.cluster.requests()).noneMatch(request -> request.contains("gadgets"));
        }
    }

    @Test
    void anEmptyMapIsNotAnAbsentOneButIsNotWrittenAgainWhereTheServerDropsIt() {
        String empty =
                children("{\"apiVersion\":\"test.hookline.io/v1\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\"g\"},"
                        + "\"spec\":{},\"dropped\":{}}");
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofGadgets("InPlace"))) {
            controller.sync("p", empty);
            for (int i = 0; i < 3; i++) {
                world.patch(
                        "gadgets",
                        "g",
                        "{\"status\":{\"seen\":" + i + "},\"metadata\":{\"labels\":{\"t\":\"" + i + "\"}}}");
                controller.sync("p", empty);
            }
            assertThat(controller.cluster.requests()).containsOnlyOnce("update gadgets default/g");
            assertThat(world.get("gadgets", "g").tree().has("dropped")).isFalse();
        }
    }
}
