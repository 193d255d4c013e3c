package io.hookline.local;

import static io.hookline.local.LocalObjects.ownedBy;
import static io.hookline.local.LocalObjects.owners;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.Patch;
import io.hookline.object.KubeObject;
import org.junit.jupiter.api.Test;

/** Garbage collection: the dependents of a deleted object. */
class LocalClusterGarbageTest {

    private static final String HOLD = "'finalizers':['example.com/hold']";
    private static final String RELEASE = "{'metadata':{'finalizers':null}}";

    private final LocalObjects objects = new LocalObjects();

    private void delete(String name, Propagation propagation) {
        objects.delete(objects.configMaps(), name, propagation);
    }

    private void release(String name) {
        objects.patch(objects.configMaps(), name, Patch.Type.MERGE, RELEASE);
    }

    @Test
    void dependentsOfADeletedOwnerAreDeletedRecursively() {
        KubeObject owner = objects.configMap("owner", "");
        KubeObject child = objects.configMap("child", owners(ownedBy(owner, true)));
        objects.configMap("grandchild", owners(ownedBy(child, true)));
        objects.configMap("stranger", "");

        delete("owner", Propagation.BACKGROUND);

        assertThat(objects.exists("owner")).isFalse();
        assertThat(objects.exists("child")).isFalse();
        assertThat(objects.exists("grandchild")).isFalse();
        assertThat(objects.exists("stranger")).isTrue();
    }

    @Test
    void aDependentThatIsCreatedAfterItsOwnerWasDeletedIsDeleted() {
        KubeObject owner = objects.configMap("owner", "");
        delete("owner", Propagation.BACKGROUND);

        objects.configMap("late", owners(ownedBy(owner, true)));

        assertThat(objects.exists("late")).isFalse();
    }

    /** Nobody can look up an owner of a kind that is not served. */
    @Test
    void aDependentOfAnUnknownKindIsKeptUntilTheKindIsServed() {
        objects.configMap(
                "child",
                owners(
                        "{'apiVersion':'example.com/v1','kind':'Shop','name':'gone','uid':'u','blockOwnerDeletion':true}"));
        assertThat(objects.exists("child")).isTrue();

        objects.create("""
                {'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition','metadata':{'name':'shops.example.com'},
                 'spec':{'group':'example.com','scope':'Namespaced','names':{'plural':'shops','kind':'Shop'},
                 'versions':[{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':{'type':'object'}}}]}}
                """);

        assertThat(objects.exists("child")).isFalse();
    }

    @Test
    void aDependentWithAnotherOwnerIsKept() {
        KubeObject one = objects.configMap("one", "");
        KubeObject two = objects.configMap("two", "");
        objects.configMap("shared", owners(ownedBy(one, false), ownedBy(two, false)));

        delete("one", Propagation.BACKGROUND);

        assertThat(objects.tree(objects.configMaps(), "shared").path("metadata").path("ownerReferences"))
                .singleElement()
                .satisfies(
                        reference -> assertThat(reference.path("name").asText()).isEqualTo("two"));
        delete("two", Propagation.BACKGROUND);
        assertThat(objects.exists("shared")).isFalse();
    }

    @Test
    void orphansAreKeptWithoutTheReference() {
        KubeObject owner = objects.configMap("owner", "");
        objects.configMap("orphan", owners(ownedBy(owner, true)));

        delete("owner", Propagation.ORPHAN);

        assertThat(objects.exists("owner")).isFalse();
        assertThat(objects.tree(objects.configMaps(), "orphan").path("metadata").has("ownerReferences"))
                .isFalse();
    }

    @Test
    void inForegroundDeletionTheOwnerWaitsForBlockingDependents() {
        KubeObject owner = objects.configMap("owner", "");
        objects.configMap("held", HOLD + "," + owners(ownedBy(owner, true)));
        objects.configMap("quick", owners(ownedBy(owner, true)));

        delete("owner", Propagation.FOREGROUND);

        assertThat(objects.exists("quick")).isFalse();
        assertThat(objects.get(objects.configMaps(), "held").isBeingDeleted()).isTrue();
        assertThat(objects.get(objects.configMaps(), "owner").finalizers()).containsExactly("foregroundDeletion");
        release("held");
        assertThat(objects.exists("held")).isFalse();
        assertThat(objects.exists("owner")).isFalse();
    }

    @Test
    void inForegroundDeletionTheOwnerDoesNotWaitForOtherDependents() {
        KubeObject owner = objects.configMap("owner", "");
        objects.configMap("held", HOLD + "," + owners(ownedBy(owner, false)));

        delete("owner", Propagation.FOREGROUND);

        assertThat(objects.exists("owner")).isFalse();
        assertThat(objects.get(objects.configMaps(), "held").isBeingDeleted()).isTrue();
    }

    @Test
    void inForegroundDeletionAnOwnerWithoutDependentsIsRemovedAtOnce() {
        objects.configMap("alone", "");

        assertThat(objects.delete(objects.configMaps(), "alone", Propagation.FOREGROUND))
                .isEmpty();
        assertThat(objects.exists("alone")).isFalse();
    }

    @Test
    void aFinalizerOfTheOwnerKeepsItsDependentsToo() {
        KubeObject owner = objects.configMap("owner", HOLD);
        objects.configMap("child", owners(ownedBy(owner, true)));

        delete("owner", Propagation.BACKGROUND);
        assertThat(objects.exists("child")).isTrue();

        release("owner");
        assertThat(objects.exists("child")).isFalse();
    }

    @Test
    void dependentsInNamespacesAreDeletedWithTheirClusterScopedOwner() {
        KubeObject owner = objects.create(
                "{'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRole','metadata':{'name':'owner'}}");
        objects.configMap("child", owners(ownedBy(owner, true)));

        objects.delete(
                objects.resource("rbac.authorization.k8s.io/v1", "clusterroles"), "owner", Propagation.BACKGROUND);

        assertThat(objects.exists("child")).isFalse();
    }
}
