package io.hookline.watcher.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.RelatedRule;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.spec.ChildRule.ApplyStrategy;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.rights.RequiredRights.Controller;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each request that the watcher sends for a controller is a right, and nothing else is. */
class RequiredRightsTest {

    private static final String SYNC = "\"sync\":{\"webhook\":{\"url\":\"http://h/x/sync\"}}";
    private static final String FINALIZE = "\"finalize\":{\"webhook\":{\"url\":\"http://h/x/finalize\"}}";
    private static final String PARENT = "\"parentResource\":{\"apiVersion\":\"e.com/v1\",\"resource\":\"things\"}";

    private static ControllerSpec composite(String hooks, String children) {
        return ControllerDecoder.composite(controller(
                        "CompositeController",
                        PARENT + ",\"childResources\":[" + children + "],\"hooks\":{" + hooks + "}"))
                .value();
    }

    private static ControllerSpec decorator(String hooks, String attachments) {
        return ControllerDecoder.decorator(controller(
                        "DecoratorController",
                        "\"resources\":[{\"apiVersion\":\"e.com/v1\",\"resource\":\"things\"}],\"attachments\":["
                                + attachments + "],\"hooks\":{" + hooks + "}"))
                .value();
    }

    private static KubeObject controller(String kind, String spec) {
        return KubeObject.of("{\"apiVersion\":\"metacontroller.k8s.io/v1alpha1\",\"kind\":\"" + kind
                + "\",\"metadata\":{\"name\":\"c\"},\"spec\":{" + spec + "}}");
    }

    private static String child(String resource, String fields) {
        return "{\"apiVersion\":\"v1\",\"resource\":\"" + resource + "\"" + fields + "}";
    }

    private static String method(String method) {
        return ",\"updateStrategy\":{\"method\":\"" + method + "\"}";
    }

    private static Map<String, String> rights(ControllerSpec spec) {
        return rights(spec, HookAnswers.UNKNOWN, RightsOptions.DEFAULTS);
    }

    /** The verbs of each resource, sorted. */
    private static Map<String, String> rights(ControllerSpec spec, HookAnswers answers, RightsOptions options) {
        Map<String, Set<String>> verbs = new TreeMap<>();
        RequiredRights.of(List.of(new Controller(spec, answers)), options)
                .forEach(right -> verbs.computeIfAbsent(
                                right.group() + "/" + right.resource()
                                        + (right.names().isEmpty() ? "" : right.namespace() + right.names()),
                                _ -> new TreeSet<>())
                        .addAll(right.verbs()));
        Map<String, String> joined = new TreeMap<>();
        verbs.forEach((resource, all) -> joined.put(resource, String.join(" ", all)));
        return joined;
    }

    @Test
    void theWatcherReadsControllersAndCrdsAndWritesEventsAndTheStatusOfControllers() {
        assertThat(rights(composite(SYNC, "")))
                .containsEntry("metacontroller.k8s.io/compositecontrollers", "list watch")
                .containsEntry("metacontroller.k8s.io/decoratorcontrollers", "list watch")
                .containsEntry("metacontroller.k8s.io/compositecontrollers/status", "patch")
                .doesNotContainKey("metacontroller.k8s.io/decoratorcontrollers/status")
                .containsEntry("apiextensions.k8s.io/customresourcedefinitions", "get list watch")
                .containsEntry("/events", "create patch")
                .containsEntry("e.com/things", "get list watch")
                .containsEntry("e.com/things/status", "patch")
                .hasSize(7);
    }

    @Test
    void parentsAreWrittenOnlyForTheFinalizerOfAFinalizeHook() {
        assertThat(rights(composite(SYNC + "," + FINALIZE, ""))).containsEntry("e.com/things", "get list patch watch");
    }

    @Test
    void childrenAreUpdatedOnlyIfTheirUpdateMethodDoesIt() {
        assertThat(rights(composite(SYNC, child("pods", ""))))
                .containsEntry("/pods", "create delete get list patch watch");
        for (String method : List.of("InPlace", "Recreate", "RollingInPlace", "RollingRecreate")) {
            assertThat(rights(composite(SYNC, child("pods", method(method)))))
                    .as(method)
                    .containsEntry("/pods", "create delete get list patch update watch");
        }
    }

    @Test
    void serverSideApplyPatchesChildrenAndUpdatesNone() {
        String own = child("pods", method("InPlace") + ",\"applyStrategy\":\"server-side-apply\"");
        RightsOptions all = new RightsOptions(ApplyStrategy.SERVER_SIDE_APPLY, false, List.of());

        assertThat(rights(decorator(SYNC, own))).containsEntry("/pods", "create delete get list patch watch");
        assertThat(rights(decorator(SYNC, child("pods", method("InPlace"))), HookAnswers.UNKNOWN, all))
                .containsEntry("/pods", "create delete get list patch watch");
    }

    @Test
    void attachmentsThatAreNotUpdatedArePatchedForTheirOwnerReferences() {
        assertThat(rights(decorator(SYNC, child("pods", ""))))
                .containsEntry("/pods", "create delete get list patch watch");
    }

    @Test
    void takingOverObjectsUpdatesThem() {
        assertThat(rights(decorator(SYNC, child("pods", ",\"adoptionPolicy\":\"TakeOver\""))))
                .containsEntry("/pods", "create delete get list update watch");
    }

    @Test
    void revisionsAreForRollingUpdatesOnly() {
        assertThat(rights(composite(SYNC, child("pods", method("InPlace")))))
                .doesNotContainKey("metacontroller.k8s.io/controllerrevisions");
        assertThat(rights(composite(SYNC, child("pods", method("RollingInPlace")))))
                .containsEntry(
                        "metacontroller.k8s.io/controllerrevisions", "create delete get list patch update watch");
    }

    @Test
    void aControllerThatIsUndoneGetsAFinalizer() {
        assertThat(rights(composite(SYNC, "")))
                .containsEntry("metacontroller.k8s.io/compositecontrollers", "list watch");
        String undone = "],\"deletionPolicy\":\"Undo\",\"endpointConfigs\":[";
        assertThat(rights(composite(SYNC, undone)))
                .containsEntry("metacontroller.k8s.io/compositecontrollers", "get list patch watch");
        assertThat(rights(decorator(SYNC, undone)))
                .containsEntry("metacontroller.k8s.io/decoratorcontrollers", "get list patch watch");
    }

    @Test
    void decoratedObjectsMayGetStatusLabelsAndAnnotations() {
        assertThat(rights(decorator(SYNC, "")))
                .containsEntry("e.com/things", "get list patch watch")
                .containsEntry("e.com/things/status", "patch");
    }

    @Test
    void knownAnswersRestrictWhatIsWrittenToDecoratedObjects() {
        HookAnswers nothing = new HookAnswers(false, false, List.of(), List.of(), List.of());
        HookAnswers status = new HookAnswers(false, true, List.of(), List.of(), List.of());

        assertThat(rights(decorator(SYNC, ""), nothing, RightsOptions.DEFAULTS))
                .containsEntry("e.com/things", "list watch")
                .doesNotContainKey("e.com/things/status");
        assertThat(rights(decorator(SYNC, ""), status, knowing(Set.of("status"))))
                .containsEntry("e.com/things", "get list watch")
                .containsEntry("e.com/things/status", "patch");
        assertThat(rights(decorator(SYNC, ""), status, knowing(Set.of())))
                .containsEntry("e.com/things", "get list patch watch")
                .doesNotContainKey("e.com/things/status");
    }

    private static RightsOptions knowing(Set<String> subresources) {
        ApiResource things = new ApiResource(
                "e.com/v1", "things", "thing", "Thing", true, List.of(), List.of(), Set.of(), subresources);
        return new RightsOptions(ApplyStrategy.DYNAMIC_APPLY, false, List.of(things));
    }

    @Test
    void relatedObjectsAreOnlyReadAndSoAreNamespacesThatSelectThem() {
        HookAnswers answers = new HookAnswers(
                false,
                false,
                List.of(
                        RelatedRule.of("v1", "secrets"),
                        RelatedRule.of("v1", "configmaps").inNamespacesLabelled("a", "b")),
                List.of(),
                List.of());

        assertThat(rights(composite(SYNC, ""), answers, RightsOptions.DEFAULTS))
                .containsEntry("/secrets", "list watch")
                .containsEntry("/configmaps", "list watch")
                .containsEntry("/namespaces", "list watch");
    }

    @Test
    void credentialsAreReadByNameInTheirNamespace() {
        String hook = "\"sync\":{\"webhook\":{\"url\":\"https://h/x/sync\",\"authorization\":"
                + "{\"secretRef\":{\"namespace\":\"keys\",\"name\":\"token\",\"key\":\"t\"}}}}";

        assertThat(rights(composite(hook, ""))).containsEntry("/secretskeys[token]", "get watch");
    }

    @Test
    void protectedOwnersNeedTheirFinalizersToBeUpdated() {
        RightsOptions protecting = new RightsOptions(ApplyStrategy.DYNAMIC_APPLY, true, List.of());

        assertThat(rights(composite(SYNC, ""), HookAnswers.UNKNOWN, protecting))
                .containsEntry("e.com/things/finalizers", "update");
    }

    @Test
    void aWildcardIsRefused() {
        assertThatThrownBy(() -> rights(composite(SYNC, child("*", ""))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("`*` is a wildcard, which a least role must not have (children of CompositeController c);"
                        + " name what is meant");
    }
}
