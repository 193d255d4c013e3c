package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.watcher.model.SyncException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which failures of which writes fail a sync, and with which messages. */
class ManageChildrenTest {

    private static final String WANTS_A = """
            {"children":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"%s"}}]}
            """;

    private final LocalWorld world = new LocalWorld();
    private String failing = "";
    private int code;

    private Cluster between(Cluster next) {
        Interposed failures = request -> {
            if (request.resource().equals("configmaps") && request.verb().equals(failing)) {
                throw failure();
            }
            return request.pass();
        };
        return failures.before(next);
    }

    private ClusterException failure() {
        return switch (code) {
            case 400 -> new ClusterException.BadRequest("refused");
            case 404 -> new ClusterException.NotFound("not there");
            case 409 -> new ClusterException.Conflict("changed");
            case 410 -> new ClusterException.AlreadyExists("there already"); // a 409 too, for creations
            default -> throw new IllegalStateException("no failure " + code);
        };
    }

    @ParameterizedTest(name = "{0} with {3}, answered with {2}: {4}")
    @CsvSource(textBlock = """
            delete, none,  0,   InPlace,
            delete, none,  404, InPlace,
            delete, none,  400, InPlace,  can't delete ConfigMap default/a: refused
            delete, new,   0,   Recreate,
            delete, new,   404, Recreate,
            delete, new,   400, Recreate, can't delete ConfigMap default/a: refused
            update, new,   0,   InPlace,
            update, new,   404, InPlace,
            update, new,   409, InPlace,
            update, new,   400, InPlace,  can't update ConfigMap default/a: refused
            create, first, 0,   InPlace,
            create, first, 410, InPlace,
            create, first, 400, InPlace,  can't create ConfigMap default/a: refused
            delete, none,  409, InPlace,  can't delete ConfigMap default/a: changed
            """)
    void onlyTheseFailuresOfAWriteFailTheSync(String verb, String wish, int answered, String method, String problem) {
        world.thing("p");
        try (HandDrivenController controller =
                new HandDrivenController(world.cluster, Composites.ofConfigMaps(method), this::between)) {
            if (!wish.equals("first")) {
                controller.sync("p", WANTS_A.formatted("old"));
                assertThat(world.find("configmaps", "a")).isPresent();
            }
            failing = answered == 0 ? "" : verb;
            code = answered;
            String says = wish.equals("none") ? "{\"children\":[]}" : WANTS_A.formatted("new");

            if (problem == null) {
                controller.sync("p", says);
            } else {
                assertThatThrownBy(() -> controller.sync("p", says))
                        .isInstanceOf(SyncException.class)
                        .hasMessage("can't reconcile children for Thing default/p: " + problem);
            }
        }
    }

    @Test
    void failuresOfSeveralChildrenAreReportedTogetherAndTheStatusIsStillWritten() {
        world.thing("p");
        failing = "create";
        code = 400;
        try (HandDrivenController controller =
                new HandDrivenController(world.cluster, Composites.ofConfigMaps("InPlace"), this::between)) {
            assertThatThrownBy(() -> controller.sync("p", """
                            {"status":{"seen":true},"children":[
                              {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}},
                              {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}]}
                            """))
                    .hasMessage(
                            "can't reconcile children for Thing default/p: can't create ConfigMap default/a: refused;"
                                    + " can't create ConfigMap default/b: refused");
        }
        assertThat(world.get("things", "p").tree().at("/status/seen").asBoolean())
                .isTrue();
    }
}
