package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.spec.WellKnown;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Children that move from one apply strategy to the other, or from Metacontroller's server-side apply. */
@ParameterizedClass(name = "stripped caches: {0}")
@ValueSource(booleans = {false, true})
class StrategyMoveTest extends ServerSideFixture {

    @ParameterizedTest
    @ValueSource(strings = {"InPlace", "Recreate"})
    void aChildOfDynamicApplyIsTakenOverOnceAndItsOldFieldsAreRemoved(String method) {
        startDynamic(method);
        answer("{\"k\":\"1\",\"gone\":\"soon\"}");
        converge();
        String uid = child().uid();
        merge("{\"data\":{\"theirs\":\"kept\"}}", "somebody");

        start(method(method));
        answer("{\"k\":\"1\",\"gone\":\"soon\"}");
        converge();
        assertThat(writes()).containsExactly("patch");
        assertThat(child().annotation(WellKnown.LAST_APPLIED)).isNull();
        assertThat(child().uid()).isEqualTo(uid);
        assertThat(data().toString()).isEqualTo("{\"gone\":\"soon\",\"k\":\"1\",\"theirs\":\"kept\"}");
        assertThat(owners()).containsOnlyKeys("metacontroller", "somebody");

        start(method(method));
        answer("{\"k\":\"1\",\"gone\":\"soon\"}");
        converge();
        assertThat(writes()).isEmpty();
        answer("{\"k\":\"1\"}");
        converge();
        assertThat(data().has("gone")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"InPlace", "Recreate"})
    void aFieldThatTheHookDropsDuringTheMoveIsRemovedToo(String method) {
        startDynamic(method);
        answer("{\"k\":\"1\",\"gone\":\"soon\"}");
        converge();

        start(method(method));
        answer("{\"k\":\"1\"}");
        converge();
        assertThat(data().toString()).isEqualTo("{\"k\":\"1\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"InPlace", "Recreate"})
    void aChildOfServerSideApplyIsMergedByDynamicApplyAndNotRecreated(String method) {
        start(method(method));
        answer("{\"k\":\"1\"}");
        converge();
        String uid = child().uid();

        startDynamic(method);
        answer("{\"k\":\"1\"}");
        converge();
        assertThat(child().uid()).isEqualTo(uid);
        assertThat(child().annotation(WellKnown.LAST_APPLIED)).contains("\"k\":\"1\"");
        assertThat(writes()).endsWith("update").doesNotContain("delete");

        answer("{\"l\":\"1\"}");
        converge();
        assertThat(data().toString()).isEqualTo("{\"l\":\"1\"}");
        start(method(method));
        answer("{\"l\":\"1\"}");
        converge();
        assertThat(child().annotation(WellKnown.LAST_APPLIED)).isNull();
        assertThat(data().toString()).isEqualTo("{\"l\":\"1\"}");
    }

    /** A switch from Metacontroller's server-side apply, which also uses the field manager metacontroller. */
    @Test
    void aChildThatMetacontrollerAppliedIsNotWritten() {
        KubeObject applied =
                LocalWorld.object("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: %s
                  namespace: %s
                  labels: {controller-uid: %s}
                  %s
                data: {k: v}
                """.formatted(name, namespace, parent.uid(), ReconcileSuite.ownedBy(parent)));
        cluster.patch(
                configMaps(),
                key(),
                new Patch(Patch.Type.APPLY, applied.json()),
                new WriteOptions("", "metacontroller", true, false));
        for (String method : List.of("InPlace", "Recreate", "OnDelete")) {
            start(method(method));
            answer("{\"k\":\"v\"}");
            converge();
            assertThat(writes()).as(method).isEmpty();
        }
    }
}
