package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A watcher whose caches have only its own entries of {@code managedFields}. */
class StrippedCacheTest extends ServerSideFixture {

    StrippedCacheTest() {
        stripped = true;
    }

    private void start(String strategy, String method) {
        startWith(RULE + ", applyStrategy: " + strategy + ", " + method(method));
    }

    private static List<String> managers(KubeObject object) {
        return StreamSupport.stream(object.tree().at("/metadata/managedFields").spliterator(), false)
                .map(entry -> entry.path("manager").asText())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dynamic-apply", "server-side-apply"})
    void hooksAndCachesGetOurEntriesOnly(String strategy) {
        start(strategy, "InPlace");
        answer("{\"k\":\"v\"}");
        converge();
        merge("{\"data\":{\"theirs\":\"x\"}}", "somebody");
        awaitCache();
        controller.sync(key());

        KubeObject shown = controller.calls.getLast().children().all().getFirst();
        assertThat(managers(child())).contains("metacontroller", "somebody");
        assertThat(managers(shown)).containsExactly("metacontroller");
        assertThat(managers(controller.calls.getLast().parent())).isEmpty();
        assertThat(controller.assembly.opened())
                .allSatisfy(cache -> assertThat(cache.store().all())
                        .allSatisfy(object -> assertThat(managers(object)).allMatch("metacontroller"::equals)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dynamic-apply", "server-side-apply"})
    void anUpdateKeepsTheFieldsAndEntriesOfOtherManagers(String strategy) {
        start(strategy, "InPlace");
        answer("{\"k\":\"1\"}");
        converge();
        merge("{\"data\":{\"theirs\":\"kept\"}}", "somebody");
        merge("{\"data\":{\"others\":\"kept\"}}", "another");
        awaitCache();

        answer("{\"k\":\"2\"}");
        converge();

        assertThat(data().toString()).isEqualTo("{\"k\":\"2\",\"others\":\"kept\",\"theirs\":\"kept\"}");
        assertThat(owners())
                .containsEntry("somebody", "{\"f:theirs\":{}}")
                .containsEntry("another", "{\"f:others\":{}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dynamic-apply", "server-side-apply"})
    void afterARestartNothingIsWritten(String strategy) {
        start(strategy, "InPlace");
        answer("{\"k\":\"1\"}");
        converge();
        merge("{\"data\":{\"theirs\":\"kept\"}}", "somebody");
        start(strategy, "InPlace");
        answer("{\"k\":\"1\"}");
        converge();
        assertThat(controller.cluster.requests()).isEmpty();
    }

    @Test
    void whetherAFieldIsYieldedIsReadOnceForEachVersionOfAChild() {
        start(inPlace() + ", conflictPolicy: Yield");
        answer("{\"k\":\"1\"}");
        converge();
        merge("{\"data\":{\"k\":\"theirs\"}}", "somebody");
        awaitCache();
        controller.cluster.forget();
        converge();
        String get = "get configmaps " + key();
        assertThat(controller.cluster.requests()).startsWith(get);
        assertThat(data().toString()).isEqualTo("{\"k\":\"theirs\"}");

        controller.cluster.forget();
        merge("{\"metadata\":{\"labels\":{\"theirs\":\"x\"}}}", "somebody");
        awaitCache();
        converge();
        assertThat(controller.cluster.requests()).containsExactly(get);
        assertThat(data().toString()).isEqualTo("{\"k\":\"theirs\"}");
    }

    /** With an entry that other clients share, as after a release. */
    @Test
    void anObjectThatIsTakenOverKeepsItsManagers() {
        foreign("{k: theirs, other: kept}");
        merge("{\"data\":{\"ours\":\"before\"}}", "metacontroller");
        start(inPlace() + ", adoptionPolicy: TakeOver");
        answer("{\"k\":\"ours\",\"ours\":\"now\"}");
        converge();
        assertThat(owners()).containsEntry("somebody", "{\".\":{},\"f:other\":{}}");
        assertThat(data().toString()).isEqualTo("{\"k\":\"ours\",\"other\":\"kept\",\"ours\":\"now\"}");
    }

    @Test
    void anAdoptionByUpdateKeepsTheManagersOfTheChild() {
        startBehind(inPlace(), request -> {
            if (request.is("patch configmaps")) {
                throw new ClusterException.Forbidden("patch is not granted");
            }
            return request.pass();
        });
        cluster.create(
                configMaps(),
                LocalWorld.object("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + ", namespace: "
                        + namespace + ", labels: {controller-uid: " + parent.uid() + "}}, data: {k: v}}"),
                WriteOptions.PLAIN.by("somebody"));
        merge("{\"data\":{\"ours\":\"before\"}}", "metacontroller"); // an entry that the cache keeps
        answer("{\"k\":\"v\"}");
        awaitCache();
        try {
            controller.sync(key());
        } catch (RuntimeException _) { // the apply is forbidden too
        }
        assertThat(child().controllerUid()).isEqualTo(parent.uid());
        assertThat(controller.cluster.requests()).contains("update configmaps " + key());
        assertThat(owners()).containsEntry("somebody", "{\".\":{},\"f:k\":{}}");
    }
}
