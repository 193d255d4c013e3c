package io.hookline.watcher;

import static io.hookline.watcher.Composites.children;
import static io.hookline.watcher.Composites.over;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.spec.WellKnown;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Children that the API server applies, one sync after the other. The same tests run on the cluster in memory, as far as it keeps
 * the owners of fields, and on a real one.
 */
abstract class ServerSideSuite {

    private static final String RULE = "apiVersion: v1, resource: configmaps";

    private Cluster cluster;
    private String name;
    private KubeObject parent;
    private HandDrivenController controller;

    /** A cluster with Things; each test has a parent of its own. */
    abstract Cluster cluster();

    abstract String namespace();

    @BeforeEach
    void createParent(TestInfo test) {
        cluster = cluster();
        String title = test.getTestMethod().orElseThrow().getName() + test.getDisplayName();
        name = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        parent = cluster.create(
                resource("test.hookline.io/v1", "things"),
                LocalWorld.object("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name
                        + ", namespace: " + namespace() + "}, spec: {}}"),
                WriteOptions.PLAIN);
    }

    @AfterEach
    void close() {
        if (controller != null) {
            controller.close();
        }
    }

    /** Skips a test on a cluster that does not keep the owners of fields. */
    private void needsOwners() {
        KubeObject probe = cluster.create(
                configMaps(),
                LocalWorld.object("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + "-probe, namespace: "
                        + namespace() + "}, data: {a: b}}"),
                WriteOptions.PLAIN.by("probe"));
        assumeThat(probe.tree().at("/metadata/managedFields")).isNotEmpty();
    }

    private ApiResource resource(String apiVersion, String plural) {
        return cluster.discover().find(apiVersion, plural).orElseThrow();
    }

    private ApiResource configMaps() {
        return resource("v1", "configmaps");
    }

    private ObjectKey key() {
        return new ObjectKey(namespace(), name);
    }

    /** Starts a controller whose children the API server applies, in place of the last one. */
    private void start(String rule) {
        startWith(RULE + ", applyStrategy: server-side-apply, " + rule);
    }

    private void startDynamic(String method) {
        startWith(RULE + ", updateStrategy: {method: " + method + "}");
    }

    private void startWith(String rule) {
        close();
        controller = new HandDrivenController(cluster, over("{" + rule + "}"));
    }

    private void startBehind(Interposed server) {
        startBehind(inPlace(), server);
    }

    private void startBehind(String rule, Interposed server) {
        close();
        controller = new HandDrivenController(
                cluster, over("{" + RULE + ", applyStrategy: server-side-apply, " + rule + "}"), server::before);
    }

    private static String inPlace() {
        return method("InPlace");
    }

    private static String method(String method) {
        return "updateStrategy: {method: " + method + "}";
    }

    /** The ConfigMap that has the name of the parent, with more fields of metadata. */
    private String desired(String metadata, String data) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"" + metadata
                + "},\"data\":" + data + "}";
    }

    private void answer(String metadata, String data) {
        controller.answer = children(desired(metadata, data)).getBytes(StandardCharsets.UTF_8);
    }

    private void answer(String data) {
        answer("", data);
    }

    /** Syncs until a sync that saw the child as it is wrote nothing. */
    private void converge() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    controller.sync(key());
                    int before = controller.cluster.requests().size();
                    controller.sync(key());
                    List<KubeObject> seen =
                            controller.calls.getLast().children().all();
                    return controller.cluster.requests().size() == before && seen.size() == 1 && isNow(seen.getFirst());
                });
    }

    private boolean isNow(KubeObject seen) {
        try {
            return seen.resourceVersion().equals(child().resourceVersion());
        } catch (ClusterException.NotFound _) {
            return false; // deleted, to be created again
        }
    }

    /** Waits until the controller sees the child as it is. */
    private void awaitCache() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> {
                    controller.catchUp();
                    return controller.assembly.opened().stream()
                            .anyMatch(cache -> cache.store()
                                    .get(key())
                                    .filter(seen -> seen.kind().equals("ConfigMap") && isNow(seen))
                                    .isPresent());
                });
    }

    private KubeObject child() {
        return cluster.get(configMaps(), key());
    }

    private JsonNode data() {
        return child().tree().path("data");
    }

    private KubeObject merge(String json, String manager) {
        return cluster.patch(configMaps(), key(), Patch.merge(json), WriteOptions.PLAIN.by(manager));
    }

    private List<String> writes() {
        return controller.cluster.requests().stream()
                .filter(request -> request.contains("configmaps"))
                .map(request -> request.substring(0, request.indexOf(" configmaps")))
                .toList();
    }

    @Test
    void aCreatedChildIsOwnedByOneApplyAndCostsNoWriteAfterARestart() {
        needsOwners();
        start(inPlace());
        answer(",\"labels\":{\"a\":\"b\"}", "{\"k\":\"v\"}");
        converge();
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
        needsOwners();
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
        assertThat(writes()).containsExactly("try apply", "delete");
        Awaitility.await().untilAsserted(() -> {
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
            if (request.is("create configmaps")) { // another client is faster
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

    private void foreign(String data) {
        cluster.create(
                configMaps(),
                LocalWorld.object("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + ", namespace: "
                        + namespace() + "}, data: " + data + "}"),
                WriteOptions.PLAIN.by("somebody"));
    }

    @Test
    void aConflictFailsWithTheFieldAndItsManagerAndNothingElseIsChanged() {
        needsOwners();
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
                .hasMessageContaining("set conflictPolicy to Yield or Force");
        assertThat(data().toString()).isEqualTo("{\"k\":\"theirs\",\"l\":\"1\"}");
    }

    @Test
    void aYieldedFieldIsLeftToItsManagerAndAllOthersAreAppliedOnce() {
        needsOwners();
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

    @ParameterizedTest
    @ValueSource(strings = {"InPlace", "Recreate"})
    void aChildOfDynamicApplyIsTakenOverOnceAndItsOldFieldsAreRemoved(String method) {
        needsOwners();
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
        needsOwners();
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
                                + " to patch configmaps as a dry run, or use another update method");
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

    @Test
    void aCreationWhoseFieldsWereNotMovedIsCompletedByTheNextSync() {
        needsOwners();
        startBehind(request -> {
            if (request.is("patch configmaps")) {
                throw new ClusterException.Unreachable("the watcher stops", null);
            }
            return request.pass();
        });
        answer("{\"k\":\"1\"}");
        assertThatThrownBy(() -> controller.sync(key())).hasMessageContaining("which was created");

        start(inPlace());
        answer("{\"k\":\"1\"}");
        converge();
        assertThat(writes()).containsExactly("patch");
        answer("{}");
        converge();
        assertThat(data()).isEmpty();
    }

    /** A switch from Metacontroller's server-side apply, which also uses the field manager metacontroller. */
    @Test
    void aChildThatMetacontrollerAppliedIsNotWritten() {
        needsOwners();
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
                """.formatted(name, namespace(), parent.uid(), ReconcileSuite.ownedBy(parent)));
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
