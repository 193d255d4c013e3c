package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import org.junit.jupiter.api.Test;

/** What server-side apply keeps where fields have managers. */
class ApplyContractTest extends ClusterFixture {

    private KubeObject apply(String name, String data, String manager, boolean force) {
        String wanted = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                + "\"},\"data\":" + data + "}";
        return cluster()
                .patch(
                        configMaps(),
                        key(name),
                        new Patch(Patch.Type.APPLY, wanted),
                        new WriteOptions("", manager, force, false));
    }

    private static String allData(KubeObject object) {
        return object.tree().path("data").toString();
    }

    @Test
    void whatOneManagerSetAnotherMayOnlyTakeByForce() {
        apply("contested", "{\"a\":\"1\"}", "one", false);

        assertThatThrownBy(() -> apply("contested", "{\"a\":\"2\"}", "two", false))
                .isInstanceOfSatisfying(
                        ClusterException.FieldConflict.class,
                        e -> assertThat(e.details())
                                .containsExactly(new ClusterException.Detail(
                                        "FieldManagerConflict", "conflict with \"one\"", ".data.a")))
                .hasMessageContaining("Apply failed with 1 conflict: conflict with \"one\": .data.a");
        assertThat(allData(apply("contested", "{\"a\":\"2\"}", "two", true))).isEqualTo("{\"a\":\"2\"}");
    }

    @Test
    void whatAManagerDoesNotNameAnyMoreGoesUnlessAnotherHoldsIt() {
        apply("shared", "{\"a\":\"1\",\"b\":\"1\"}", "one", false);
        apply("shared", "{\"b\":\"1\",\"c\":\"1\"}", "two", false);

        assertThat(allData(apply("shared", "{}", "one", false))).isEqualTo("{\"b\":\"1\",\"c\":\"1\"}");
    }

    /** Its message is much like the one about fields. */
    @Test
    void anApplyOfAnotherVersionIsAConflictOfNoFields() {
        apply("versioned", "{\"a\":\"1\"}", "one", false);
        String old = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"versioned\","
                + "\"resourceVersion\":\"1\"},\"data\":{\"a\":\"2\"}}";

        assertThatThrownBy(() -> cluster()
                        .patch(
                                configMaps(),
                                key("versioned"),
                                new Patch(Patch.Type.APPLY, old),
                                new WriteOptions("", "one", true, false)))
                .isInstanceOf(ClusterException.Conflict.class)
                .isNotInstanceOf(ClusterException.FieldConflict.class);
    }

    @Test
    void anApplyOfAnotherUidIsRefusedForItsUid() {
        apply("replaced", "{\"a\":\"1\"}", "one", false);
        String other = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"replaced\","
                + "\"uid\":\"0e6b9d25-5d5e-4f5c-8e4b-0d8f3c8a2b11\"},\"data\":{\"a\":\"2\"}}";

        assertThatThrownBy(() -> cluster()
                        .patch(
                                configMaps(),
                                key("replaced"),
                                new Patch(Patch.Type.APPLY, other),
                                new WriteOptions("", "one", true, false)))
                .isInstanceOfSatisfying(
                        ClusterException.Invalid.class,
                        e -> assertThat(e.isAbout("metadata.uid")).isTrue());
    }

    @Test
    void applyingTheSameAgainMakesNoVersion() {
        KubeObject first = apply("steady", "{\"a\":\"1\"}", "one", false);

        assertThat(apply("steady", "{\"a\":\"1\"}", "one", false).resourceVersion())
                .isEqualTo(first.resourceVersion());
    }

    /** So an apply can create an object without changing one that is there already. */
    @Test
    void anApplyOfAVersionThatNoObjectHasCreatesAnObjectAndChangesNone() {
        String wanted = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"new\","
                + "\"resourceVersion\":\"9223372036854775807\"},\"data\":{\"a\":\"1\"}}";
        Patch patch = new Patch(Patch.Type.APPLY, wanted);
        WriteOptions byForce = new WriteOptions("", "one", true, false);

        KubeObject created = cluster().patch(configMaps(), key("new"), patch, byForce);
        assertThat(created.resourceVersion()).isNotEqualTo("9223372036854775807");
        assertThat(created.tree().at("/metadata/managedFields"))
                .singleElement()
                .satisfies(
                        entry -> assertThat(entry.path("fieldsV1").toString()).isEqualTo("{\"f:data\":{\"f:a\":{}}}"));

        assertThatThrownBy(() -> cluster().patch(configMaps(), key("new"), patch, byForce))
                .isInstanceOf(ClusterException.Conflict.class)
                .hasMessageContaining("the object has been modified");
        assertThat(cluster().get(configMaps(), key("new")).resourceVersion()).isEqualTo(created.resourceVersion());
    }

    @Test
    void anApplyNeedsAManager() {
        assertThatThrownBy(() -> apply("nobodys", "{}", "", false))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("fieldManager: Required value: is required for apply patch");
    }

    @Test
    void aMessageNamesAKindOfTheCoreGroupWithItsEmptyGroup() {
        assertThatThrownBy(() -> apply("mistyped", "{\"a\":1}", "one", false))
                .isInstanceOf(ClusterException.Unavailable.class)
                .hasMessageContaining("/mistyped; /v1, Kind=ConfigMap): .data.a: expected string");
    }

    @Test
    void aQuantityMayBeANumberWithAFraction() {
        String pod = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"%s\"},\"spec\":{\"containers\":["
                + "{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"requests\":{\"cpu\":0.5,\"memory\":1e9}}}]}}";
        ApiResource pods = cluster().discover().find("v1", "pods").orElseThrow();
        KubeObject created = KubeObject.of(pod.formatted("created-fraction")
                .replace("\"name\":\"created", "\"namespace\":\"" + namespace() + "\",\"name\":\"created"));
        cluster().create(pods, created, WriteOptions.PLAIN);
        Patch patch = new Patch(Patch.Type.APPLY, pod.formatted("applied-fraction"));
        KubeObject applied =
                cluster().patch(pods, key("applied-fraction"), patch, new WriteOptions("", "one", false, false));

        assertThat(applied.tree().at("/metadata/managedFields/0/fieldsV1").toString())
                .contains("\"f:requests\":{\"f:cpu\":{},\"f:memory\":{}}");
    }
}
