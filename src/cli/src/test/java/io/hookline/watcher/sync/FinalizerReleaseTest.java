package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.LocalWorld;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Removing the finalizer of a deleted controller from its parents. */
class FinalizerReleaseTest {

    private static final String FINALIZER = "metacontroller.io/compositecontroller-c";

    private final LocalWorld world = new LocalWorld();
    private final List<String> freed = new ArrayList<>();

    private void held(String name) {
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name
                + ", namespace: default, finalizers: [" + FINALIZER + "]}, spec: {}}");
    }

    private List<String> release(Interposed server) {
        return new FinalizerRelease(server.before(world.cluster), object -> freed.add(object.name()))
                .release(world.resource("things"), FINALIZER);
    }

    private static boolean writes(Interposed.Request request, String name) {
        return List.of("patch", "update").contains(request.verb())
                && Arrays.asList(request.arguments()).toString().contains("default/" + name);
    }

    @Test
    void anObjectThatCannotBeFreedKeepsNoOtherFromIt() {
        List.of("a", "b", "c").forEach(this::held);

        List<String> failures = release(request -> {
            if (writes(request, "b")) {
                throw new ClusterException.Forbidden("an admission webhook denied the request");
            }
            return request.pass();
        });

        assertThat(failures)
                .containsExactly(
                        "can't remove finalizer from Thing default/b: an admission webhook denied the request");
        assertThat(freed).containsExactly("a", "c");
        assertThat(world.get("things", "b").finalizers()).containsExactly(FINALIZER);
        assertThat(world.get("things", "c").finalizers()).isEmpty();
    }

    @Test
    void aKindThatCannotBeListedIsReported() {
        held("a");

        assertThat(release(request -> {
                    if (request.is("list things")) {
                        throw new ClusterException.Forbidden("things is forbidden");
                    }
                    return request.pass();
                }))
                .containsExactly("can't list things (test.hookline.io/v1): things is forbidden");
        assertThat(freed).isEmpty();
    }

    @Test
    void aParentThatIsDeletedMeanwhileCountsAsReleased() {
        held("a");

        assertThat(release(request -> {
                    if (request.verb().equals("patch")) {
                        throw new ClusterException.NotFound("things \"a\" not found");
                    }
                    return request.pass();
                }))
                .isEmpty();
        assertThat(freed).containsExactly("a");
    }

    /** As that of a CRD that is being deleted, once its last object was freed. */
    @Test
    void aKindThatIsGoneMeanwhileHasNothingToFree() {
        held("a");

        assertThat(release(request -> {
                    if (request.is("list things")) {
                        throw new ClusterException.NotFound("the server could not find the requested resource");
                    }
                    return request.pass();
                }))
                .isEmpty();
        assertThat(freed).isEmpty();
    }
}
