package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A CRD changes while a controller uses its kind: its scope, its versions, or it is another CRD of the same name. */
class ChangedKindTest extends ReconcileSuite {

    private static final String GROUP = "changing.example.com";
    private static final String NAMESPACED = TestKinds.kind(GROUP, "shifter", "Shifter");
    private static final String CLUSTER_SCOPED = TestKinds.clusterScoped(NAMESPACED);
    private static final String TWO_VERSIONS = NAMESPACED.replace("  versions:\n", """
              versions:
              - name: v2
                served: true
                storage: false
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """);

    private static final String WHY_NOT_SERVED =
            "discovery: can't find resource shifters in apiVersion " + GROUP + "/v1; it is served in " + GROUP + "/v2";

    @AfterEach
    void deleteCrd() {
        try {
            world.local.delete(crds(), ObjectKey.clusterScoped("shifters." + GROUP), DeleteOptions.BACKGROUND);
        } catch (ClusterException.NotFound _) {
            return; // deleted already
        }
        await().until(() -> world.find(crds(), "shifters." + GROUP).isEmpty());
    }

    /** A real server needs some seconds to remove the objects of a kind. */
    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10));
    }

    private ApiResource crds() {
        return world.resource(GroupVersionKind.of("apiextensions.k8s.io/v1", "CustomResourceDefinition"));
    }

    private void controller(String rules) {
        world.hook = _ -> "{\"status\":{\"seen\":true},\"children\":[]}";
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: shifting}
                spec:
                  generateSelector: true
                """ + (rules + hooks("sync")).indent(2));
    }

    private void controllerOfShifters() {
        controller("parentResource: {apiVersion: " + GROUP + "/v1, resource: shifters}\n");
    }

    /** Creates a parent as soon as the server does, and waits until the hook was called for it. */
    private void awaitCallFor(String name) {
        await().ignoreExceptions().until(() -> {
            ApiResource shifters = world.local
                    .discover(GROUP + "/v1")
                    .find(GROUP + "/v1", "shifters")
                    .orElseThrow();
            world.local.create(
                    shifters,
                    LocalWorld.object("{apiVersion: " + GROUP + "/v1, kind: Shifter, metadata: {name: " + name
                            + (shifters.namespaced() ? ", namespace: default" : "") + "}, spec: {}}"),
                    WriteOptions.PLAIN);
            return true;
        });
        await().until(() -> !callsAbout(name).isEmpty());
    }

    @Test
    void aKindThatIsDefinedAgainWithAnotherScopeRestartsItsController() {
        world.apply(NAMESPACED);
        controllerOfShifters();
        awaitCallFor("first");

        deleteCrd();
        world.apply(CLUSTER_SCOPED);
        awaitCallFor("second");

        assertThat(callsAbout("second").getFirst().parent().namespace()).isEmpty();
        awaitEvent("KindChanged shifting");
        assertThat(events("KindChanged shifting: Restarting controller: shifters (" + GROUP + "/v1) is"))
                .hasSizeBetween(1, 2);
    }

    @Test
    void aControllerWhoseVersionIsNotServedWaitsAndNamesTheOtherVersion() {
        world.apply(TWO_VERSIONS);
        controllerOfShifters();
        awaitCallFor("first");

        merge(crds(), "shifters." + GROUP, "{\"spec\":{\"versions\":" + versions(false) + "}}");
        // Not the event alone: a real API server may serve v2 before v1 when the CRD is new, which is the same event.
        await().until(() -> !events("KindChanged shifting").isEmpty());
        await().until(() -> world.watcher.problemsOfControllers().toString().contains(WHY_NOT_SERVED));
        await().until(() -> !events("CreateError shifting: Cannot create new controller: " + WHY_NOT_SERVED)
                .isEmpty());
        merge(crds(), "shifters." + GROUP, "{\"spec\":{\"versions\":" + versions(true) + "}}");
        awaitCallFor("second");

        assertThat(events("KindChanged shifting")).hasSize(1);
        assertThat(events("CreateError shifting")).hasSizeBetween(1, 2).doesNotHaveDuplicates();
    }

    private String versions(boolean served) {
        String schema =
                "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}";
        return "[{\"name\":\"v2\",\"served\":true,\"storage\":false," + schema + "},{\"name\":\"v1\",\"served\":"
                + served + ",\"storage\":true,\"subresources\":{\"status\":{}}," + schema + "}]";
    }

    /** Its parents must still be finalized; a changed scope needs a restart. */
    @Test
    void aMissingChildKindIsReportedOnceAndStopsNoControllerUntilItComesBackWithAnotherScope() {
        world.apply(NAMESPACED);
        controller("parentResource: {apiVersion: test.hookline.io/v1, resource: things}\n"
                + "childResources:\n- {apiVersion: " + GROUP + "/v1, resource: shifters}\n");
        world.thing("p", "{}");
        soon().until(() -> !callsAbout("p").isEmpty());

        deleteCrd();
        awaitEvent("WatchError shifting: Watch error: cannot");
        settle();
        touch("p");
        assertThat(world.watcher.problemsOfControllers())
                .singleElement()
                .asString()
                .contains("shifters");
        assertThat(events("Stopped")).isEmpty();

        world.apply(CLUSTER_SCOPED);
        awaitEvent("KindChanged shifting: Restarting controller: shifters (" + GROUP + "/v1) is cluster-scoped now");
        soon().until(() -> world.watcher.problemsOfControllers().isEmpty());
        touch("p");
        assertThat(events("WatchError shifting")).hasSize(1);
    }
}
