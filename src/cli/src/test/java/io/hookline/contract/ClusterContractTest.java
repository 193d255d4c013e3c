package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every way to a cluster must keep, whoever is at its other end. Each test uses names of its own. */
class ClusterContractTest extends ClusterFixture {

    @Test
    void aCreatedObjectHasUidTimeAndVersion() {
        KubeObject created = create(configMaps(), configMap("fresh", "1"));

        assertThat(created.uid()).isNotEmpty();
        assertThat(created.resourceVersion()).matches("[1-9][0-9]*");
        JsonNode metadata = created.tree().path("metadata");
        assertThat(metadata.path("creationTimestamp").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(metadata.has("generation")).isFalse();
        assertThat(cluster().get(configMaps(), key("fresh")).resourceVersion()).isEqualTo(created.resourceVersion());
    }

    @Test
    void aNameIsTakenOnlyOnce() {
        create(configMaps(), configMap("taken", "1"));

        assertThatThrownBy(() -> create(configMaps(), configMap("taken", "2")))
                .isInstanceOf(ClusterException.AlreadyExists.class)
                .hasMessageContaining("configmaps \"taken\" already exists");
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThatThrownBy(() -> cluster().get(configMaps(), key("nobody")))
                .isInstanceOf(ClusterException.NotFound.class)
                .hasMessageContaining("configmaps \"nobody\" not found");
        assertThatThrownBy(() -> cluster().delete(configMaps(), key("nobody"), DeleteOptions.BACKGROUND))
                .isInstanceOf(ClusterException.NotFound.class);
        assertThatThrownBy(() -> cluster().patch(configMaps(), key("nobody"), Patch.merge("{}"), WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.NotFound.class);
        assertThatThrownBy(() -> cluster().update(configMaps(), configMap("nobody", "1"), WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.NotFound.class);
    }

    @Test
    void aNamespaceMustExist() {
        KubeObject lost = changed(
                configMap("lost", "1"),
                tree -> tree.withObjectProperty("metadata").put("namespace", "no-such-place"));

        assertThatThrownBy(() -> create(configMaps(), lost))
                .isInstanceOf(ClusterException.NotFound.class)
                .hasMessageContaining("namespaces \"no-such-place\" not found");
    }

    @Test
    void aBadNameIsRefusedWithItsRule() {
        assertThatThrownBy(() -> create(configMaps(), configMap("Megyo", "1")))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(
                        "ConfigMap \"Megyo\" is invalid: metadata.name: Invalid value: \"Megyo\": a lowercase"
                                + " RFC 1123 subdomain must consist of lower case alphanumeric characters");
    }

    @Test
    void aNameIsGeneratedFromItsBase() {
        KubeObject nameless = changed(configMap("x", "1"), tree -> {
            tree.withObjectProperty("metadata").remove("name");
            tree.withObjectProperty("metadata").put("generateName", "made-");
        });

        KubeObject one = create(configMaps(), nameless);
        KubeObject two = create(configMaps(), nameless);

        assertThat(one.name()).matches("made-[bcdfghjklmnpqrstvwxz2456789]{5}");
        assertThat(two.name()).isNotEqualTo(one.name());
    }

    @Test
    void anUpdateFromAStaleVersionConflicts() {
        KubeObject first = create(configMaps(), configMap("stale", "1"));
        KubeObject second = cluster().update(configMaps(), setData(first, "2"), WriteOptions.PLAIN);

        assertThat(Long.parseLong(second.resourceVersion())).isGreaterThan(Long.parseLong(first.resourceVersion()));
        assertThatThrownBy(() -> cluster().update(configMaps(), setData(first, "3"), WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.Conflict.class)
                .hasMessageContaining(
                        "Operation cannot be fulfilled on configmaps \"stale\": the object has been modified;"
                                + " please apply your changes to the latest version and try again");
    }

    @Test
    void anUpdateWithoutVersionOverwritesWhereTheKindAllowsIt() {
        create(configMaps(), configMap("any", "1"));

        assertThat(data(cluster().update(configMaps(), configMap("any", "2"), WriteOptions.PLAIN)))
                .isEqualTo("2");
    }

    @Test
    void anUpdateThatChangesNothingMakesNoVersion() {
        KubeObject created = create(configMaps(), configMap("same", "1"));

        KubeObject updated = cluster().update(configMaps(), created, WriteOptions.PLAIN);
        KubeObject patched =
                cluster().patch(configMaps(), key("same"), Patch.merge("{\"data\":{\"a\":\"1\"}}"), WriteOptions.PLAIN);

        assertThat(updated.resourceVersion()).isEqualTo(created.resourceVersion());
        assertThat(patched.resourceVersion()).isEqualTo(created.resourceVersion());
    }

    @Test
    void anotherObjectsUidConflicts() {
        KubeObject created = create(configMaps(), configMap("twin", "1"));
        KubeObject other = changed(
                created,
                tree -> tree.withObjectProperty("metadata").put("uid", "00000000-0000-4000-8000-000000000000"));

        assertThatThrownBy(() -> cluster().update(configMaps(), other, WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.Conflict.class)
                .hasMessageContaining("Precondition failed: UID in precondition");
        assertThatThrownBy(() -> cluster()
                        .delete(configMaps(), key("twin"), DeleteOptions.ofUid("00000000-0000-4000-8000-000000000000")))
                .isInstanceOf(ClusterException.Conflict.class);
        assertThat(exists("twin")).isTrue();
    }

    @Test
    void aDryRunWritesNothing() {
        WriteOptions dry = new WriteOptions("", "", false, true);

        assertThat(cluster().create(configMaps(), configMap("dry", "1"), dry).uid())
                .isNotEmpty();
        assertThat(exists("dry")).isFalse();

        KubeObject created = create(configMaps(), configMap("dry", "1"));
        assertThat(data(cluster().update(configMaps(), setData(created, "2"), dry)))
                .isEqualTo("2");
        cluster().delete(configMaps(), key("dry"), new DeleteOptions("", "", Propagation.BACKGROUND, -1, true));

        assertThat(cluster().get(configMaps(), key("dry")).resourceVersion()).isEqualTo(created.resourceVersion());
    }

    @Test
    void patchesOfEachTypeChangeAnObject() {
        create(configMaps(), configMap("patched", "1"));

        patch("patched", Patch.Type.MERGE, "{\"data\":{\"b\":\"2\"}}");
        patch("patched", Patch.Type.JSON, "[{\"op\":\"add\",\"path\":\"/data/c\",\"value\":\"3\"}]");
        patch("patched", Patch.Type.STRATEGIC, "{\"data\":{\"a\":null,\"d\":\"4\"}}");

        assertThat(cluster()
                        .get(configMaps(), key("patched"))
                        .tree()
                        .path("data")
                        .toString())
                .isEqualTo("{\"b\":\"2\",\"c\":\"3\",\"d\":\"4\"}");
    }

    @Test
    void aJsonPatchWhoseTestFailsChangesNothing() {
        KubeObject created = create(configMaps(), configMap("tested", "1"));

        assertThatThrownBy(
                        () -> patch(
                                "tested",
                                Patch.Type.JSON,
                                "[{\"op\":\"test\",\"path\":\"/data/a\",\"value\":\"9\"},{\"op\":\"remove\",\"path\":\"/data\"}]"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("the server rejected our request due to an error in our request");
        assertThat(cluster().get(configMaps(), key("tested")).resourceVersion()).isEqualTo(created.resourceVersion());
    }

    @Test
    void anApplyCreatesAndThenChanges() {
        String wanted = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: applied\ndata:\n  a: ";
        WriteOptions asManager = WriteOptions.PLAIN.by("contract");

        cluster().patch(configMaps(), key("applied"), new Patch(Patch.Type.APPLY, wanted + "'1'\n"), asManager);
        KubeObject second =
                cluster().patch(configMaps(), key("applied"), new Patch(Patch.Type.APPLY, wanted + "'2'\n"), asManager);

        assertThat(data(second)).isEqualTo("2");
    }

    @Test
    void aFinalizerKeepsADeletedObjectUntilItIsTakenOff() {
        create(configMaps(), withFinalizer(configMap("held", "1"), "example.com/hold"));

        Optional<KubeObject> marked = cluster().delete(configMaps(), key("held"), DeleteOptions.BACKGROUND);
        assertThat(marked).isPresent();
        assertThat(marked.get().isBeingDeleted()).isTrue();
        assertThat(cluster().get(configMaps(), key("held")).tree().path("metadata"))
                .anyMatch(JsonNode::isNumber); // deletionGracePeriodSeconds: 0

        cluster()
                .patch(
                        configMaps(),
                        key("held"),
                        Patch.merge("{\"metadata\":{\"finalizers\":null}}"),
                        WriteOptions.PLAIN);
        assertThat(exists("held")).isFalse();
    }

    @Test
    void aDeletedObjectTakesNoNewFinalizer() {
        create(configMaps(), withFinalizer(configMap("late", "1"), "example.com/hold"));
        cluster().delete(configMaps(), key("late"), DeleteOptions.BACKGROUND);

        assertThatThrownBy(() -> patch(
                        "late",
                        Patch.Type.MERGE,
                        "{\"metadata\":{\"finalizers\":[\"example.com/hold\",\"example.com/more\"]}}"))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining("metadata.finalizers: Forbidden: no new finalizers can be added if the object is"
                        + " being deleted, found new finalizers []string{\"example.com/more\"}");
        patch("late", Patch.Type.MERGE, "{\"metadata\":{\"finalizers\":null}}");
    }

    @Test
    void aDeleteFromAStaleVersionConflicts() {
        KubeObject first = create(configMaps(), configMap("guarded", "1"));
        cluster().update(configMaps(), setData(first, "2"), WriteOptions.PLAIN);

        DeleteOptions stale = new DeleteOptions("", first.resourceVersion(), Propagation.BACKGROUND, -1, false);
        assertThatThrownBy(() -> cluster().delete(configMaps(), key("guarded"), stale))
                .isInstanceOf(ClusterException.Conflict.class)
                .hasMessageContaining("the ResourceVersion in the precondition (" + first.resourceVersion()
                        + ") does not match the ResourceVersion in record");
    }

    @Test
    void aListSelectsByLabelsAndFields() {
        create(configMaps(), configMap("list-a", "1"));
        create(configMaps(), configMap("list-b", "1"));
        ListOptions here = ListOptions.ALL.inNamespace(namespace());

        assertThat(names(here.matching(LabelSelector.parse("test in (list-a,list-b)"))))
                .containsExactly("list-a", "list-b");
        assertThat(names(here.matching(LabelSelector.ofLabel("test", "list-b"))))
                .containsExactly("list-b");
        assertThat(names(new ListOptions(namespace(), LabelSelector.EVERYTHING, "metadata.name=list-a", 0, "", "")))
                .containsExactly("list-a");
    }

    private List<String> names(ListOptions options) {
        return cluster().list(configMaps(), options).items().stream()
                .map(KubeObject::name)
                .toList();
    }

    @Test
    void thePagesOfAListShowOneState() {
        for (int i = 0; i < 5; i++) {
            create(
                    configMaps(),
                    changed(
                            configMap("page-" + i, "old"),
                            tree -> tree.withObjectProperty("metadata")
                                    .withObjectProperty("labels")
                                    .put("test", "page")));
        }
        ListOptions pages = ListOptions.ALL.inNamespace(namespace()).matching(LabelSelector.ofLabel("test", "page"));
        ObjectList first = cluster().list(configMaps(), pages.page(2, ""));
        cluster().delete(configMaps(), key("page-3"), DeleteOptions.BACKGROUND);
        patch("page-4", Patch.Type.MERGE, "{\"data\":{\"a\":\"new\"}}");

        List<KubeObject> all = new ArrayList<>(first.items());
        ObjectList page = first;
        while (!page.continueToken().isEmpty()) {
            page = cluster().list(configMaps(), pages.page(2, page.continueToken()));
            assertThat(page.resourceVersion()).isEqualTo(first.resourceVersion());
            all.addAll(page.items());
        }

        assertThat(all).extracting(KubeObject::name).containsExactly("page-0", "page-1", "page-2", "page-3", "page-4");
        assertThat(all).extracting(ClusterContractTest::data).containsOnly("old");
    }
}
