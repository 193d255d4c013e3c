package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.spec.WellKnown;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Children that the API server applies. */
@ParameterizedClass(name = "stripped caches: {0}")
@ValueSource(booleans = {false, true})
class ServerSideApplyTest extends ServerSideFixture {

    @Test
    void aCreatedChildIsOwnedByOneApplyAndCostsNoWriteAfterARestart() {
        start(inPlace());
        answer(",\"labels\":{\"a\":\"b\"}", "{\"k\":\"v\"}");
        converge();
        assertThat(writes()).containsExactly("apply");
        assertThat(child().annotation(WellKnown.LAST_APPLIED)).isNull();
        assertThat(child().controllerUid()).isEqualTo(parent.uid());
        assertThat(child().tree().at("/metadata/managedFields")).singleElement().satisfies(entry -> {
            assertThat(entry.path("manager").asText()).isEqualTo("metacontroller");
            assertThat(entry.path("operation").asText()).isEqualTo("Apply");
        });

        start(inPlace());
        answer(",\"labels\":{\"a\":\"b\"}", "{\"k\":\"v\"}");
        converge();
        assertThat(writes()).isEmpty();
    }

    @Test
    void aFieldThatIsNoLongerDesiredIsRemovedAndOneOfAnotherManagerStays() {
        start(inPlace());
        answer("{\"k\":\"v\",\"gone\":\"soon\"}");
        converge();
        merge("{\"data\":{\"theirs\":\"kept\"}}", "somebody");

        answer("{\"k\":\"v\"}");
        converge();

        assertThat(data().toString()).isEqualTo("{\"k\":\"v\",\"theirs\":\"kept\"}");
    }

    @Test
    void driftOfLabelsAnnotationsAndDataIsRepairedAndAnotherChangeCostsNoWrite() {
        start(inPlace());
        answer(",\"labels\":{\"l\":\"1\"},\"annotations\":{\"a\":\"1\"}", "{\"k\":\"1\"}");
        converge();
        for (String drift : List.of(
                "{\"metadata\":{\"labels\":{\"l\":\"2\"}}}",
                "{\"metadata\":{\"annotations\":{\"a\":\"2\"}}}",
                "{\"data\":{\"k\":\"2\"}}",
                "{\"data\":{\"k\":null}}",
                "{\"metadata\":{\"labels\":{\"l\":null}}}")) {
            merge(drift, "somebody");
            awaitCache();
            controller.sync(key());
            assertThat(child().labels()).as(drift).containsEntry("l", "1");
            assertThat(child().annotation("a")).as(drift).isEqualTo("1");
            assertThat(data().path("k").asText()).as(drift).isEqualTo("1");
        }
        converge();
        controller.cluster.forget();
        merge("{\"metadata\":{\"labels\":{\"theirs\":\"x\"}}}", "somebody");
        awaitCache();
        controller.sync(key());
        assertThat(writes()).isEmpty();
    }

    @Test
    void aRecreateChildIsReplacedIfADryRunChangesIt() {
        start(method("Recreate"));
        answer("{\"k\":\"1\"}");
        converge();
        String uid = child().uid();
        controller.cluster.forget();

        answer("{\"k\":\"2\"}");
        controller.sync(key());
        assertThat(writes()).containsExactly("try apply", "try create", "delete");
        Awaitility.await()
                .ignoreExceptionsInstanceOf(ClusterException.NotFound.class)
                .untilAsserted(() -> {
                    controller.sync(key());
                    assertThat(child().uid()).isNotEqualTo(uid);
                });
        assertThat(data().path("k").asText()).isEqualTo("2");
    }

    @Test
    void anOnDeleteChildIsNotUpdated() {
        start(method("OnDelete"));
        answer("{\"k\":\"1\"}");
        converge();
        answer("{\"k\":\"2\"}");
        converge();
        assertThat(data().path("k").asText()).isEqualTo("1");
    }

    @Test
    void aForeignObjectThatTheCacheDoesNotShowYetIsNotChanged() {
        startBehind(request -> {
            if (request.is("patch configmaps")) { // another client is faster
                foreign("{k: theirs}");
            }
            return request.pass();
        });
        answer("{\"k\":\"ours\"}");
        controller.sync(key());

        assertThat(data().toString()).isEqualTo("{\"k\":\"theirs\"}");
        assertThat(child().controllerOwner()).isEmpty();
        assertThat(controller.events()).anyMatch(event -> event.startsWith("NameTaken: ConfigMap " + key()));
    }

    @Test
    void takeOverAppliesAnObjectWithoutControllerOwner() {
        foreign("{k: theirs, other: kept}");
        start(inPlace() + ", adoptionPolicy: TakeOver");
        answer("{\"k\":\"ours\"}");
        converge();
        assertThat(child().controllerUid()).isEqualTo(parent.uid());
        assertThat(data().toString()).isEqualTo("{\"k\":\"ours\",\"other\":\"kept\"}");
        assertThat(child().annotation(WellKnown.LAST_APPLIED)).isNull();
    }

    @Test
    void aConflictFailsWithTheFieldAndItsManagerAndNothingElseIsChanged() {
        start(inPlace() + ", conflictPolicy: Fail");
        answer("{\"k\":\"1\",\"l\":\"1\"}");
        converge();
        merge("{\"data\":{\"k\":\"theirs\"}}", "somebody");
        awaitCache();
        answer("{\"k\":\"1\",\"l\":\"2\"}");

        assertThatThrownBy(() -> controller.sync(key()))
                .hasMessageContaining("can't apply ConfigMap " + key())
                .hasMessageContaining("conflict with \"somebody\"")
                .hasMessageContaining(".data.k")
                .hasMessageContaining("set conflictPolicy to Yield or Force")
                .message()
                .containsOnlyOnce("Apply failed with");
        assertThat(data().toString()).isEqualTo("{\"k\":\"theirs\",\"l\":\"1\"}");
    }

    @Test
    void aYieldedFieldIsLeftToItsManagerAndAllOthersAreAppliedOnce() {
        start(inPlace() + ", conflictPolicy: Yield");
        answer("{\"k\":\"1\",\"l\":\"1\"}");
        converge();
        merge("{\"data\":{\"k\":\"theirs\"}}", "somebody");
        awaitCache();
        controller.cluster.forget();
        answer("{\"k\":\"1\",\"l\":\"2\"}");
        converge();

        assertThat(data().toString()).isEqualTo("{\"k\":\"theirs\",\"l\":\"2\"}");
        assertThat(writes()).containsExactly("apply");
        start(inPlace() + ", conflictPolicy: Yield");
        answer("{\"k\":\"1\",\"l\":\"2\"}");
        converge();
        assertThat(writes()).isEmpty();
        merge("{\"data\":{\"k\":null}}", "somebody");
        awaitCache();
        converge();
        assertThat(data().toString()).as("the other manager gave it back").isEqualTo("{\"k\":\"1\",\"l\":\"2\"}");
    }

    @Test
    void aDryRunThatIsNotAllowedIsReportedWithWhatToDoAndTheChildStays() {
        start(method("Recreate"));
        answer("{\"k\":\"1\"}");
        converge();
        String uid = child().uid();
        startBehind(method("Recreate"), request -> {
            if (request.is("patch configmaps") && isDryRun(request)) {
                throw new ClusterException.Forbidden("configmaps is forbidden");
            }
            return request.pass();
        });
        answer("{\"k\":\"2\"}");
        awaitCache();
        assertThatThrownBy(() -> controller.sync(key()))
                .hasMessageContaining("can't decide whether ConfigMap " + key() + " must be recreated")
                .hasMessageContaining(
                        "configmaps is forbidden; correct the child that the hook returns, allow the watcher"
                                + " to patch configmaps as a dry run, or use another update method")
                .message()
                .containsOnlyOnce("configmaps is forbidden");
        assertThat(child().uid()).isEqualTo(uid);
    }

    private static boolean isDryRun(Interposed.Request request) {
        for (Object argument : request.arguments()) {
            if (argument instanceof WriteOptions options && options.dryRun()) {
                return true;
            }
        }
        return false;
    }
}
