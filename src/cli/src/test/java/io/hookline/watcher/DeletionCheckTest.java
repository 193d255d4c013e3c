package io.hookline.watcher;

import static io.hookline.watcher.Composites.children;
import static io.hookline.watcher.Composites.configMap;
import static io.hookline.watcher.Composites.gadget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.spec.ChildRule.ApplyStrategy;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds a deletion and what does not, and what it costs to know. */
@ParameterizedClass(name = "{0}")
@EnumSource(ApplyStrategy.class)
class DeletionCheckTest {

    private static final String HELD =
            "can't delete %s: another child of the answer cannot be applied, and nothing is deleted until it is corrected";

    @Parameter
    ApplyStrategy strategy;

    private final LocalWorld world = new LocalWorld();
    private Interposed between = Interposed.Request::pass;

    DeletionCheckTest() {
        world.thing("p");
    }

    private static KubeObject composite(String method, String hooks) {
        return LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things, labelSelector: {matchExpressions: [{key: gone, operator: DoesNotExist}]}}
                  childResources:
                  - {apiVersion: v1, resource: configmaps, updateStrategy: {method: %1$s}}
                  - {apiVersion: v1, resource: services, updateStrategy: {method: %1$s}}
                  - {apiVersion: test.hookline.io/v1, resource: gadgets, updateStrategy: {method: %1$s}}
                  hooks: {%2$s}
                """.formatted(method, hooks));
    }

    private HandDrivenController start(String method) {
        return start(composite(method, "sync: {webhook: {url: \"http://hooks.test/\"}}"));
    }

    private HandDrivenController start(KubeObject controller) {
        return new HandDrivenController(
                world.cluster,
                controller,
                next -> ((Interposed) request -> between.answer(request)).before(next),
                WatcherOptions.DEFAULTS.applying(strategy.text(), "metacontroller"));
    }

    private static String data(String name, String more) {
        return configMap(name).replace("}}", "}," + more + "}");
    }

    private static String service(String name, String spec) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{" + spec
                + "}}";
    }

    private static boolean isDryRun(Interposed.Request request) {
        return Arrays.stream(request.arguments())
                .anyMatch(argument -> argument instanceof WriteOptions options && options.dryRun());
    }

    /** Answers the dry run of the creation of a ConfigMap, in either strategy. */
    private void creationFailsWith(ClusterException failure) {
        between = request -> {
            if (isDryRun(request) && (request.is("create configmaps") || request.is("patch configmaps"))) {
                throw failure;
            }
            return request.pass();
        };
    }

    @Test
    void withoutADeletionNothingIsTriedAndADeletionAloneTriesNothing() {
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(configMap("a"), configMap("b")));
            controller.sync("p", children(data("a", "\"data\":{\"k\":\"v\"}"), configMap("b"), configMap("c")));
            controller.sync("p", children(data("a", "\"data\":{\"k\":\"v\"}"), configMap("b")));
            controller.sync("p", children(data("a", "\"data\":{\"k\":\"v\"}"), configMap("b")));
            assertThat(controller.cluster.requests())
                    .contains("delete configmaps default/c")
                    .noneMatch(request -> request.startsWith("try "));
            controller.cluster.forget();
            controller.sync("p", children(data("a", "\"data\":{\"k\":\"v\"}"), configMap("b")));
            assertThat(controller.cluster.requests()).isEmpty();
        }
    }

    @Test
    void eachCreationAndUpdateIsTriedOnceBeforeADeletion() {
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(configMap("gone"), configMap("same"), configMap("changed")));
            controller.cluster.forget();
            controller.sync(
                    "p", children(configMap("same"), data("changed", "\"data\":{\"k\":\"v\"}"), configMap("new")));
            List<String> requests = controller.cluster.requests();
            assertThat(requests).noneMatch(request -> request.contains("same"));
            assertThat(requests.subList(0, 2))
                    .allMatch(request -> request.startsWith("try "))
                    .anyMatch(request -> request.endsWith("configmaps default/changed"))
                    .anyMatch(request -> request.endsWith("configmaps default/new"));
            assertThat(requests.subList(2, requests.size()))
                    .startsWith("delete configmaps default/gone")
                    .noneMatch(request -> request.startsWith("try "));
        }
    }

    @Test
    void aChildIsNotRecreatedIfAnotherCannotBeCreated() {
        try (HandDrivenController controller = start("Recreate")) {
            controller.sync("p", children(configMap("a")));
            String uid = world.get("configmaps", "a").uid();
            assertThatThrownBy(() -> controller.sync(
                            "p",
                            children(
                                    data("a", "\"data\":{\"k\":\"v\"}"),
                                    gadget("g", "{\"size\":\"three\"}"),
                                    configMap("new"))))
                    .hasMessageContaining("can't create Gadget default/g")
                    .hasMessageContaining(HELD.formatted("ConfigMap default/a"));
            assertThat(world.get("configmaps", "a").uid()).isEqualTo(uid);
            assertThat(world.find("configmaps", "new")).isPresent();
        }
    }

    @Test
    void aChildIsNotRecreatedIfItsNewStateIsRefusedAndNoOtherIsDeletedThen() {
        try (HandDrivenController controller = start("Recreate")) {
            controller.sync("p", children(gadget("g", "{\"size\":1}"), configMap("a")));
            String uid = world.get("gadgets", "g").uid();
            for (String size : List.of("{\"size\":\"three\"}", "{\"size\":{}}")) {
                assertThatThrownBy(() -> controller.sync("p", children(gadget("g", size))))
                        .hasMessageContaining("Gadget default/g")
                        .hasMessageContaining(HELD.formatted("ConfigMap default/a"));
            }
            assertThat(world.get("gadgets", "g").uid()).isEqualTo(uid);
            assertThat(world.find("configmaps", "a")).isPresent();
        }
    }

    /** The reason is first: only the beginning of a long message is shown. */
    @Test
    void anUpdateToAnInvalidStateHoldsADeletion() {
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(gadget("g", "{\"size\":1}"), configMap("a")));
            assertThatThrownBy(() -> controller.sync("p", children(gadget("g", "{\"size\":\"three\"}"))))
                    .hasMessageContaining("Gadget default/g")
                    .hasMessageEndingWith(HELD.formatted("ConfigMap default/a"));
            assertThat(world.find("configmaps", "a")).isPresent();
        }
    }

    @Test
    void anUpdateThatIsNotAllowedToAStateThatIsValidHoldsNothing() {
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(data("a", "\"immutable\":true,\"data\":{\"k\":\"1\"}"), configMap("b")));
            assertThatThrownBy(() ->
                            controller.sync("p", children(data("a", "\"immutable\":true,\"data\":{\"k\":\"2\"}"))))
                    .hasMessageContaining("immutable")
                    .message()
                    .doesNotContain("can't delete");
            assertThat(world.find("configmaps", "b")).isEmpty();
        }
    }

    @Test
    void ofManyHeldChildrenTheFirstAreNamed() {
        String[] many = IntStream.range(0, 12)
                .mapToObj(i -> configMap("c%02d".formatted(i)))
                .toArray(String[]::new);
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(many));
            assertThatThrownBy(() -> controller.sync("p", children(configMap("Not_Valid"))))
                    .hasMessageContaining("can't delete ConfigMap default/c00, ")
                    .hasMessageContaining(", ConfigMap default/c09 and 2 more: another child");
            assertThat(world.all("configmaps")).hasSize(12);
        }
    }

    @Test
    void aChildThatCannotBeReadHoldsADeletion() {
        String wrong = data("b", "\"data\":{}").replace("\"name\"", "\"annotations\":{\"x\":1},\"name\"");
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(configMap("a")));
            assertThatThrownBy(() -> controller.sync("p", children(wrong)))
                    .hasMessageContaining("can't create ConfigMap default/b: metadata.annotations.x")
                    .hasMessageContaining(HELD.formatted("ConfigMap default/a"));
            assertThat(world.find("configmaps", "a")).isPresent();
        }
    }

    @Test
    void aChildInAForeignNamespaceHoldsADeletion() {
        String elsewhere = configMap("b").replace("\"name\"", "\"namespace\":\"kube-system\",\"name\"");
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(configMap("a")));
            assertThatThrownBy(() -> controller.sync("p", children(elsewhere)))
                    .hasMessageContaining("its namespace is not that of Thing default/p")
                    .hasMessageContaining(HELD.formatted("ConfigMap default/a"));
            assertThat(world.find("configmaps", "a")).isPresent();
        }
    }

    @Test
    void undeclaredKindsAndDuplicatesHoldNothing() {
        String undeclared = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"Not_Valid\"}}";
        String foreign = undeclared.replace("\"name\"", "\"namespace\":\"kube-system\",\"name\"");
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(configMap("a"), configMap("b"), configMap("c")));
            assertThatThrownBy(() -> controller.sync("p", children(undeclared, configMap("b"), configMap("c"))))
                    .hasMessageContaining("Not_Valid");
            assertThat(world.find("configmaps", "a")).isEmpty();
            assertThatThrownBy(() -> controller.sync("p", children(foreign, configMap("c"))))
                    .hasMessageContaining("namespace");
            assertThat(world.find("configmaps", "b")).isEmpty();
            controller.sync("p", children(configMap("d"), configMap("d")));
            assertThat(world.find("configmaps", "c")).isEmpty();
        }
    }

    @Test
    void inAFinalizeAnswerNothingHoldsADeletion() {
        KubeObject finalizing = composite(
                "Recreate",
                "sync: {webhook: {url: \"http://hooks.test/\"}}, finalize: {webhook: {url: \"http://hooks.test/\"}}");
        try (HandDrivenController controller = start(finalizing)) {
            controller.sync("p", children(configMap("a"), configMap("b"), gadget("g", "{\"size\":1}")));
            world.patch("things", "p", "{\"metadata\":{\"labels\":{\"gone\":\"yes\"}}}");
            assertThatThrownBy(() -> controller.sync(
                            "p", children(configMap("Not_Valid"), configMap("b"), gadget("g", "{\"size\":\"three\"}"))))
                    .hasMessageContaining("Not_Valid")
                    .message()
                    .doesNotContain("can't delete");
            assertThat(controller.calls.getLast().finalizing()).isTrue();
            assertThat(world.find("configmaps", "a")).isEmpty();
            String unknown = configMap("x").replace("ConfigMap", "ConfigMaps");
            assertThatThrownBy(() -> controller.sync("p", children(unknown)))
                    .hasMessageContaining("does not serve kind");
            assertThat(world.find("configmaps", "b")).isEmpty();
        }
    }

    static List<ClusterException> undecided() {
        return List.of(
                new ClusterException.Forbidden("cannot create resource \"configmaps\""),
                new ClusterException.Unavailable(500, "the server is not well"),
                new ClusterException.NotFound("namespaces \"other\" not found"),
                new ClusterException.BadRequest("admission webhook \"a.b\" does not support dry run"),
                new ClusterException.Invalid(
                        "spec.ports[0].nodePort: Invalid value: 30080: provided port is already" + " allocated"),
                new ClusterException.BadRequest("admission webhook \"a.b\" denied the request: host \"x\" is already"
                        + " defined in default/old"));
    }

    @ParameterizedTest
    @MethodSource("undecided")
    void aDryRunThatSaysNothingOfTheChildHoldsNothing(ClusterException failure) {
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(configMap("old")));
            creationFailsWith(failure);
            assertThatCode(() -> controller.sync("p", children(configMap("new"))))
                    .doesNotThrowAnyException();
            assertThat(world.find("configmaps", "old")).isEmpty();
            assertThat(world.find("configmaps", "new")).isPresent();
        }
    }

    static List<ClusterException> decided() {
        return List.of(
                new ClusterException.Invalid("ConfigMap \"new\" is invalid"),
                new ClusterException.BadRequest(
                        "admission webhook \"a.b\" denied the request: default/new is not signed"),
                new ClusterException.BadRequest("admission webhook \"a.b\" denied the request: older than allowed"),
                new ClusterException.TooLarge("the request is too large"));
    }

    @ParameterizedTest
    @MethodSource("decided")
    void aRefusalThatADeletionDoesNotResolveHoldsIt(ClusterException failure) {
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(configMap("old")));
            creationFailsWith(failure);
            assertThatThrownBy(() -> controller.sync("p", children(configMap("new"))))
                    .hasMessageContaining("can't create ConfigMap default/new: " + failure.getMessage())
                    .hasMessageContaining(HELD.formatted("ConfigMap default/old"));
            assertThat(world.find("configmaps", "old")).isPresent();
            assertThat(world.find("configmaps", "new")).isEmpty();
        }
    }

    @Test
    void aServiceWithTheNodePortOfTheOneThatGoesIsMade() {
        String port = "\"type\":\"NodePort\",\"ports\":[{\"port\":80,\"nodePort\":30080}]";
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(service("old", port)));
            controller.sync("p", children(service("new", port)));
            assertThat(world.find("services", "old")).isEmpty();
            assertThat(world.find("services", "new")).isPresent();
        }
    }

    @Test
    void aChildWhoseNameIsTakenHoldsNothing() {
        world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: theirs, namespace: default}}");
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(configMap("a")));
            controller.cluster.forget();
            controller.sync("p", children(configMap("theirs")));
            assertThat(controller.cluster.requests()).containsOnlyOnce("delete configmaps default/a");
        }
    }

    @Test
    void anAnnotationThatAnotherClientBrokeHoldsNothing() {
        try (HandDrivenController controller = start("InPlace")) {
            controller.sync("p", children(configMap("a"), configMap("b")));
            world.patch(
                    "configmaps",
                    "a",
                    "{\"metadata\":{\"annotations\":{\"metacontroller.k8s.io/last-applied-configuration\":\"{\"}}}");
            controller.outcome("p", children(configMap("a")));
            assertThat(world.find("configmaps", "b")).isEmpty();
        }
    }
}
