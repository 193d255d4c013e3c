package io.hookline.watcher;

import static io.hookline.watcher.Composites.children;
import static io.hookline.watcher.Composites.configMap;
import static io.hookline.watcher.Composites.ofConfigMaps;
import static io.hookline.watcher.Composites.over;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.hookline.object.KubeObject;
import io.hookline.testing.LogLines;
import io.hookline.watcher.sync.ChildReports;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An object that is not a child of the parent has the name of a desired child. */
class TakenNameTest {

    private static final String THEIRS =
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: default}, data: {k: theirs, other: kept}}";
    private static final String WANTS_A = children(
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"ours\"}}");

    @RegisterExtension
    private final LogLines log = new LogLines(ChildReports.class, Level.DEBUG);

    private final LocalWorld world = new LocalWorld();
    private final KubeObject parent = world.thing("p");

    @ParameterizedTest
    @ValueSource(strings = {"OnDelete", "Recreate", "InPlace"})
    void aForeignObjectIsNotChangedAndReportedInOneEventWithoutARequest(String method) {
        world.apply(THEIRS);
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps(method))) {
            for (int i = 0; i < 3; i++) {
                controller.sync("p", WANTS_A);
            }
            assertThat(controller.events())
                    .containsExactly("NameTaken: ConfigMap default/a exists and was not created for Thing default/p:"
                            + " it is not changed; delete or rename one of them");
            assertThat(controller.cluster.requests()).noneMatch(request -> request.contains("configmaps"));
        }
        assertThat(world.get("configmaps", "a").tree().at("/data/k").asText()).isEqualTo("theirs");
        assertThat(world.get("configmaps", "a").controllerOwner()).isEmpty();
    }

    @Test
    void theEventNamesTheControllerOwner() {
        KubeObject other = world.thing("other");
        world.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: a
                  namespace: default
                  ownerReferences:
                  - {apiVersion: test.hookline.io/v1, kind: Thing, name: other, uid: %s, controller: true}
                """.formatted(other.uid()));
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            controller.sync("p", WANTS_A);
            assertThat(controller.events())
                    .containsExactly("NameTaken: ConfigMap default/a exists and is controlled by Thing other:"
                            + " it is not changed; delete or rename one of them");
        }
    }

    /** The garbage collector will delete it, or it is being deleted already: no warning is needed. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anObjectThatIsAboutToBeDeletedIsWaitedForWithoutAWarning(boolean beingDeleted) {
        world.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: a
                  namespace: default
                  finalizers: [test.hookline.io/held]
                  ownerReferences:
                  - {apiVersion: test.hookline.io/v1, kind: Thing, name: %s, uid: former, controller: true}
                """.formatted(beingDeleted ? "other" : "p"));
        if (beingDeleted) {
            world.delete("configmaps", "a");
        }
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            controller.sync("p", WANTS_A);
            assertThat(controller.events()).isEmpty();
            assertThat(controller.nextSync()).as("looked at again").isEqualTo(Duration.ofSeconds(1));
        }
    }

    /** Such as after a backup was restored, or while the garbage collector does not run. */
    @Test
    void aChildOfAFormerParentThatNobodyDeletesIsReportedOnceAfterAWhile() {
        world.apply(THEIRS); // this collector looks at the owners of new objects only
        world.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: a
                  namespace: default
                  ownerReferences:
                  - {apiVersion: test.hookline.io/v1, kind: Thing, name: p, uid: former, controller: true}
                """);
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            controller.sync("p", WANTS_A);
            controller.run(Duration.ofSeconds(29));
            assertThat(controller.events()).isEmpty();

            controller.run(Duration.ofSeconds(2));
            controller.run(Duration.ofMinutes(5));

            assertThat(controller.events())
                    .containsExactly(
                            "NameTaken: ConfigMap default/a exists and is controlled by a former Thing p with the"
                                    + " uid former: it is not changed; delete it, or correct the uid of its owner");
        }
    }

    @Test
    void anotherDecoratorsAttachmentOfTheSameObjectIsNotChanged() {
        try (HandDrivenController first = new HandDrivenController(world.cluster, decorator("first"));
                HandDrivenController second = new HandDrivenController(world.cluster, decorator("second"))) {
            first.sync("p", WANTS_A.replace("children", "attachments"));
            second.sync("p", WANTS_A.replace("children", "attachments").replace("ours", "also ours"));
            assertThat(second.events())
                    .containsExactly(
                            "NameTaken: ConfigMap default/a exists and was created by DecoratorController first:"
                                    + " it is not changed; delete or rename one of them");
        }
        assertThat(world.get("configmaps", "a").tree().at("/data/k").asText()).isEqualTo("ours");
    }

    private static KubeObject decorator(String name) {
        return LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: %s}
                spec:
                  resources: [{apiVersion: test.hookline.io/v1, resource: things}]
                  attachments: [{apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}]
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                """.formatted(name));
    }

    @Test
    void takeOverMergesAnObjectWithoutControllerOwner() {
        world.apply(THEIRS);
        KubeObject takesOver = over(
                "{apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}, adoptionPolicy: TakeOver}");
        try (HandDrivenController controller = new HandDrivenController(world.cluster, takesOver)) {
            controller.sync("p", WANTS_A);
            KubeObject taken = world.get("configmaps", "a");
            assertThat(taken.controllerUid()).isEqualTo(parent.uid());
            assertThat(taken.labels()).containsEntry("controller-uid", parent.uid());
            assertThat(taken.tree().at("/data/k").asText()).isEqualTo("ours");
            assertThat(taken.tree().at("/data/other").asText()).isEqualTo("kept");

            controller.cluster.forget();
            controller.sync("p", WANTS_A);
            assertThat(controller.cluster.requests()).noneMatch(request -> request.contains("configmaps"));
            assertThat(controller.events()).isEmpty();
        }
    }

    @Test
    void takeOverLeavesAnObjectOfAnotherController() {
        KubeObject other = world.thing("other");
        KubeObject takesOver = over("{apiVersion: v1, resource: configmaps, adoptionPolicy: TakeOver}");
        try (HandDrivenController controller = new HandDrivenController(world.cluster, takesOver)) {
            controller.sync("other", WANTS_A);
            controller.sync("p", WANTS_A);
            assertThat(world.get("configmaps", "a").controllerUid()).isEqualTo(other.uid());
            assertThat(controller.events()).singleElement().asString().contains("is controlled by Thing other");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"IfUnowned", "Never"})
    void anOrphanThatMatchesIsAdoptedUnlessThePolicyIsNever(String policy) {
        world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: orphan, namespace: default,"
                + " labels: {controller-uid: " + parent.uid() + "}}}");
        KubeObject composite = over("{apiVersion: v1, resource: configmaps, adoptionPolicy: " + policy + "}");
        try (HandDrivenController controller = new HandDrivenController(world.cluster, composite)) {
            controller.sync("p", children(configMap("orphan")));
        }
        assertThat(world.get("configmaps", "orphan").controllerUid())
                .isEqualTo(policy.equals("Never") ? "" : parent.uid());
    }

    @Test
    void aChildOfAnUndeclaredKindIsWarnedAboutInTheLogOnceWithTheLeak() {
        String wantsSecret = children("{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"}}");
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            for (int i = 0; i < 3; i++) {
                controller.sync("p", wantsSecret);
            }
        }

        assertThat(log.all())
                .filteredOn(line -> line.getLevel() == Level.WARN)
                .singleElement()
                .satisfies(line -> assertThat(line.getMessage())
                        .contains("Secret default/s")
                        .endsWith("it is leaked: nothing deletes it when the hook no longer returns it;"
                                + " to manage it, add {apiVersion: v1, resource: secrets} there"));
    }

    @Test
    void aChildOfAnUndeclaredKindIsTriedEverySyncAndItsNameIsNotReportedAsTaken() {
        String wantsSecret = children("{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"}}");
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            for (int i = 0; i < 3; i++) {
                controller.sync("p", wantsSecret);
            }
            assertThat(world.get("secrets", "s").controllerUid()).isEqualTo(parent.uid());
            assertThat(controller.events())
                    .containsExactly("UndeclaredKind: the hook returned Secret default/s, but its kind Secret.v1 is not"
                            + " declared in the controller's childResources or attachments: it is created, but not"
                            + " watched or updated, and it is leaked: nothing deletes it when the hook no longer returns it;"
                            + " to manage it, add {apiVersion: v1, resource: secrets} there");
            assertThat(controller.cluster.requests())
                    .filteredOn(request -> request.contains("secrets"))
                    .containsExactly(
                            "create secrets default/s", "create secrets default/s", "create secrets default/s");

            controller.sync("p", children());
            assertThat(world.find("secrets", "s")).isPresent();
        }
    }
}
