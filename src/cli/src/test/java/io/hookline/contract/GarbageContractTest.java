package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the garbage collector and the namespace controller of a cluster do. */
class GarbageContractTest extends ClusterFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void twoObjectsThatOwnEachOtherAreBothDeletedInTheForeground() {
        KubeObject one = create(configMaps(), configMap("cycle-one", "1"));
        KubeObject two = create(configMaps(), ownedBy(configMap("cycle-two", "1"), one));
        own("cycle-one", two);

        cluster().delete(configMaps(), key("cycle-one"), foreground());

        awaitDeleted("cycle-one", "cycle-two");
    }

    @Test
    void threeObjectsThatOwnEachOtherInARingAreAllDeletedInTheForeground() {
        KubeObject one = create(configMaps(), configMap("ring-one", "1"));
        KubeObject two = create(configMaps(), ownedBy(configMap("ring-two", "1"), one));
        KubeObject three = create(configMaps(), ownedBy(configMap("ring-three", "1"), two));
        own("ring-one", three);

        cluster().delete(configMaps(), key("ring-one"), foreground());

        awaitDeleted("ring-one", "ring-two", "ring-three");
    }

    @Test
    void aReferenceWithAWrongKindOrNameIsOneToAMissingOwner() {
        KubeObject owner = create(configMaps(), configMap("misnamed-owner", "1"));
        create(configMaps(), referring("wrong-kind", owner, "kind", "Secret"));
        create(configMaps(), referring("wrong-name", owner, "name", "other"));
        create(configMaps(), referring("unknown-kind", owner, "kind", "Nothing"));

        awaitDeleted("wrong-kind", "wrong-name");
        assertThat(exists("unknown-kind")).isTrue();
    }

    private KubeObject referring(String name, KubeObject owner, String field, String value) {
        return changed(
                ownedBy(configMap(name, "1"), owner),
                tree -> ((ObjectNode) tree.at("/metadata/ownerReferences/0")).put(field, value));
    }

    @Test
    void aReferenceToAMissingOwnerIsRemovedBesideAnother() {
        KubeObject owner = create(configMaps(), configMap("present-owner", "1"));
        KubeObject twice = ownedBy(configMap("partly-owned", "1"), owner);
        create(
                configMaps(),
                changed(
                        twice,
                        tree -> tree.withObjectProperty("metadata")
                                .withArrayProperty("ownerReferences")
                                .addObject()
                                .put("apiVersion", "v1")
                                .put("kind", "ConfigMap")
                                .put("name", "absent")
                                .put("uid", "00000000-0000-0000-0000-000000000001")));

        Awaitility.await("one reference is left")
                .atMost(PATIENCE)
                .until(() -> cluster()
                                .get(configMaps(), key("partly-owned"))
                                .tree()
                                .at("/metadata/ownerReferences")
                                .size()
                        == 1);
    }

    /** A cluster cannot look such an owner up, so that it takes no reference for one to a missing owner. */
    @ParameterizedTest
    @CsvSource({"odd.example.com/v1, Odd", "v2, ConfigMap", "apps/v1, Odd"})
    void nothingHappensToAnObjectWithAnOwnerOfAKindThatIsNotServed(String apiVersion, String kind) {
        String name = kind.toLowerCase(Locale.ROOT) + "-" + apiVersion.replace('/', '-');
        KubeObject owner = create(configMaps(), configMap("owner-beside-" + name, "1"));
        create(configMaps(), changed(referring("kept-" + name, owner, "kind", "ConfigMap"), tree -> {
            ((ArrayNode) tree.at("/metadata/ownerReferences"))
                    .addObject()
                    .put("apiVersion", apiVersion)
                    .put("kind", kind)
                    .put("name", "missing")
                    .put("uid", "11111111-1111-1111-1111-111111111111");
        }));
        cluster().delete(configMaps(), key("owner-beside-" + name), DeleteOptions.BACKGROUND);
        create(configMaps(), referring("collected-" + name, owner, "kind", "ConfigMap"));

        awaitDeleted("collected-" + name);
        assertThat(cluster().get(configMaps(), key("kept-" + name)).tree().at("/metadata/ownerReferences"))
                .hasSize(2);
    }

    private static DeleteOptions foreground() {
        return new DeleteOptions("", "", Propagation.FOREGROUND, -1, false);
    }

    private void own(String name, KubeObject owner) {
        JsonNode owners = ownedBy(configMap(name, "1"), owner).tree().at("/metadata/ownerReferences");
        ObjectNode change = Json.NODES.objectNode();
        change.putObject("metadata").set("ownerReferences", owners);
        patch(name, Patch.Type.MERGE, GoJson.text(change));
    }

    private void awaitDeleted(String... names) {
        for (String name : names) {
            Awaitility.await(name + " is deleted").atMost(PATIENCE).until(() -> !exists(name));
        }
    }

    @Test
    void aClaimIsKeptUntilNoPodOnANodeUsesIt() {
        create(claims(), claim("used", ""));
        create(pods(), pod("waiting", "", "used"));
        create(pods(), pod("user", "'nodeName':'n',", "used"));
        create(pods(), pod("other-user", "'nodeName':'n',", "used"));

        cluster().delete(claims(), key("used"), DeleteOptions.BACKGROUND);
        kill("user");
        create(claims(), claim("mark", ""));
        cluster().delete(claims(), key("mark"), DeleteOptions.BACKGROUND);
        awaitGone(claims(), key("mark")); // the controller has seen what was before

        assertThat(cluster().get(claims(), key("used")).finalizers()).containsExactly("kubernetes.io/pvc-protection");
        kill("other-user");
        awaitGone(claims(), key("used"));
        kill("waiting");
    }

    @Test
    void aClaimWithAnotherFinalizerLosesOnlyTheOneThatProtectsIt() {
        create(claims(), claim("held", ",'finalizers':['example.com/hold']"));

        cluster().delete(claims(), key("held"), DeleteOptions.BACKGROUND);

        Awaitility.await("the claim is not protected any more")
                .atMost(PATIENCE)
                .until(() -> cluster().get(claims(), key("held")).finalizers().equals(List.of("example.com/hold")));
        cluster().patch(claims(), key("held"), Patch.merge("{\"metadata\":{\"finalizers\":null}}"), WriteOptions.PLAIN);
        awaitGone(claims(), key("held"));
    }

    @Test
    void theFinalizerThatProtectsAClaimComesBack() {
        create(claims(), claim("stripped", ""));

        cluster()
                .patch(
                        claims(),
                        key("stripped"),
                        Patch.merge("{\"metadata\":{\"finalizers\":null}}"),
                        WriteOptions.PLAIN);

        Awaitility.await("the claim is protected")
                .atMost(PATIENCE)
                .until(() -> cluster()
                        .get(claims(), key("stripped"))
                        .finalizers()
                        .equals(List.of("kubernetes.io/pvc-protection")));
    }

    @Test
    void aClaimForAVolumeOfAPodIsKeptUntilThePodIsGone() {
        KubeObject user = create(
                pods(),
                namespaced(
                        "Pod",
                        "own-claim",
                        "",
                        "'nodeName':'n','containers':[{'name':'c','image':'i'}],'volumes':[{'name':'v','ephemeral':"
                                + "{'volumeClaimTemplate':{'spec':{'accessModes':['ReadWriteOnce'],'resources':"
                                + "{'requests':{'storage':'1Gi'}}}}}}]"));
        KubeObject claim = changed(claim("own-claim-v", ""), tree -> {
            ObjectNode owner = tree.withObjectProperty("metadata")
                    .withArrayProperty("ownerReferences")
                    .addObject();
            owner.put("apiVersion", "v1").put("kind", "Pod").put("name", user.name());
            owner.put("uid", user.uid()).put("controller", true);
        });
        create(claims(), claim);

        cluster().delete(claims(), key("own-claim-v"), DeleteOptions.BACKGROUND);
        assertThat(cluster().get(claims(), key("own-claim-v")).finalizers())
                .containsExactly("kubernetes.io/pvc-protection");
        kill("own-claim");

        awaitGone(claims(), key("own-claim-v"));
    }

    @Test
    void aVolumeIsKeptWhileItIsBound() {
        ApiResource volumes = resource("v1", "persistentvolumes");
        ObjectKey volume = ObjectKey.clusterScoped(namespace() + "-bound");
        create(
                volumes,
                KubeObject.of(("{'apiVersion':'v1','kind':'PersistentVolume','metadata':{'name':'" + volume.name()
                                + "'},'spec':{'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce'],"
                                + "'hostPath':{'path':'/a'}}}")
                        .replace('\'', '"')));
        phase(volumes, volume, "Bound");

        cluster().delete(volumes, volume, DeleteOptions.BACKGROUND);
        assertThat(cluster().get(volumes, volume).finalizers()).containsExactly("kubernetes.io/pv-protection");
        phase(volumes, volume, "Released");

        awaitGone(volumes, volume);
    }

    private void phase(ApiResource resource, ObjectKey key, String phase) {
        cluster()
                .patch(
                        resource,
                        key,
                        Patch.merge("{\"status\":{\"phase\":\"" + phase + "\"}}"),
                        WriteOptions.STATUS.by("binder"));
    }

    private ApiResource claims() {
        return resource("v1", "persistentvolumeclaims");
    }

    private ApiResource pods() {
        return resource("v1", "pods");
    }

    private KubeObject claim(String name, String metadata) {
        return namespaced(
                "PersistentVolumeClaim",
                name,
                metadata,
                "'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}");
    }

    private KubeObject pod(String name, String spec, String claim) {
        return namespaced(
                "Pod",
                name,
                "",
                spec + "'containers':[{'name':'c','image':'i'}],'volumes':[{'name':'v','persistentVolumeClaim':"
                        + "{'claimName':'" + claim + "'}}]");
    }

    private KubeObject namespaced(String kind, String name, String metadata, String spec) {
        return KubeObject.of(("{'apiVersion':'v1','kind':'" + kind + "','metadata':{'name':'" + name + "','namespace':'"
                        + namespace() + "'" + metadata + "},'spec':{" + spec + "}}")
                .replace('\'', '"'));
    }

    /** Deletes a Pod at once, as a kubelet ends it. */
    private void kill(String pod) {
        cluster().delete(pods(), key(pod), new DeleteOptions("", "", Propagation.BACKGROUND, 0, false));
    }

    private void awaitGone(ApiResource resource, ObjectKey key) {
        Awaitility.await(key + " is gone").atMost(PATIENCE).until(() -> {
            try {
                cluster().get(resource, key);
                return false;
            } catch (ClusterException.NotFound _) {
                return true;
            }
        });
    }

    @Test
    void theConditionsOfATerminatingNamespaceSayWhatItWaitsFor() {
        ApiResource namespaces = resource("v1", "namespaces");
        String name = namespace() + "-ending";
        create(
                namespaces,
                KubeObject.of(
                        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}"));
        hold("configmaps", "ConfigMap", name, List.of("example.com/hold"));
        hold("secrets", "Secret", name, List.of("example.com/other", "example.com/hold"));
        create(configMaps(), in(name, configMap("quick", "1")));

        cluster().delete(namespaces, ObjectKey.clusterScoped(name), DeleteOptions.BACKGROUND);

        awaitConditions(
                name,
                "NamespaceDeletionDiscoveryFailure False ResourcesDiscovered: All resources successfully discovered",
                "NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions: All legacy kube types"
                        + " successfully parsed",
                "NamespaceDeletionContentFailure False ContentDeleted: All content successfully deleted, may be"
                        + " waiting on finalization",
                "NamespaceContentRemaining True SomeResourcesRemain: Some resources are remaining: configmaps. has 1"
                        + " resource instances, secrets. has 1 resource instances",
                "NamespaceFinalizersRemaining True SomeFinalizersRemain: Some content in the namespace has finalizers"
                        + " remaining: example.com/hold in 2 resource instances, example.com/other in 1 resource"
                        + " instances");

        release("configmaps", name);
        awaitConditions(
                name,
                "NamespaceDeletionDiscoveryFailure False ResourcesDiscovered: All resources successfully discovered",
                "NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions: All legacy kube types"
                        + " successfully parsed",
                "NamespaceDeletionContentFailure False ContentDeleted: All content successfully deleted, may be"
                        + " waiting on finalization",
                "NamespaceContentRemaining True SomeResourcesRemain: Some resources are remaining: secrets. has 1"
                        + " resource instances",
                "NamespaceFinalizersRemaining True SomeFinalizersRemain: Some content in the namespace has finalizers"
                        + " remaining: example.com/hold in 1 resource instances, example.com/other in 1 resource"
                        + " instances");
        release("secrets", name);
        Awaitility.await("the namespace is deleted").atMost(PATIENCE).until(() -> isDeleted(name));
    }

    private void hold(String plural, String kind, String namespace, List<String> finalizers) {
        KubeObject held = changed(configMap("held", "1"), tree -> {
            tree.put("kind", kind).remove("data");
            finalizers.forEach(tree.withObjectProperty("metadata").withArrayProperty("finalizers")::add);
        });
        create(resource("v1", plural), in(namespace, held));
    }

    private static KubeObject in(String namespace, KubeObject object) {
        return changed(object, tree -> tree.withObjectProperty("metadata").put("namespace", namespace));
    }

    private void release(String plural, String namespace) {
        cluster()
                .patch(
                        resource("v1", plural),
                        new ObjectKey(namespace, "held"),
                        Patch.merge("{\"metadata\":{\"finalizers\":null}}"),
                        WriteOptions.PLAIN);
    }

    private boolean isDeleted(String namespace) {
        try {
            namespace(namespace);
            return false;
        } catch (ClusterException.NotFound _) {
            return true;
        }
    }

    private JsonNode namespace(String name) {
        return cluster()
                .get(resource("v1", "namespaces"), ObjectKey.clusterScoped(name))
                .tree();
    }

    private void awaitConditions(String namespace, String... conditions) {
        Awaitility.await("conditions of the namespace")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(StreamSupport.stream(
                                        namespace(namespace)
                                                .at("/status/conditions")
                                                .spliterator(),
                                        false)
                                .map(GarbageContractTest::text))
                        .containsExactly(conditions));
    }

    private static String text(JsonNode condition) {
        assertThat(condition.path("lastTransitionTime").asText()).matches("\\d{4}-.*Z");
        return condition.path("type").asText() + " " + condition.path("status").asText() + " "
                + condition.path("reason").asText() + ": "
                + condition.path("message").asText();
    }
}
