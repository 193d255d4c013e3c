package io.hookline.kube;

import static io.hookline.kube.config.CannedServer.CONFIG_MAP;
import static io.hookline.kube.config.CannedServer.CONFIG_MAPS;
import static io.hookline.kube.config.CannedServer.NODES;
import static io.hookline.kube.config.CannedServer.WIDGETS;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.config.CannedServer;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KubeClusterRequestsTest {

    @RegisterExtension
    private final CannedServer server = new CannedServer();

    private final KubeCluster cluster = server.cluster();

    private static KubeObject widget(String name) {
        return KubeObject.of(
                "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"namespace\":\"ns\","
                        + "\"name\":\"" + name + "\"}}");
    }

    @Test
    void anObjectIsReadByItsKeyAndKeepsItsBytes() {
        server.then(200, CONFIG_MAP);

        KubeObject read = cluster.get(CONFIG_MAPS, ObjectKey.parse("ns/a"));

        assertThat(read.json()).isEqualTo(CONFIG_MAP);
        assertThat(server.last().uri()).isEqualTo("/api/v1/namespaces/ns/configmaps/a");
        assertThat(server.last().header("User-agent")).isEqualTo("hookline/test");
        assertThat(server.last().header("Accept")).isEqualTo("application/json");
        assertThat(server.last().header("Authorization")).isEmpty();
    }

    @Test
    void aNameWithAnyCharactersStaysOneSegmentOfThePath() {
        server.then(200, CONFIG_MAP);

        cluster.get(NODES, ObjectKey.clusterScoped("system:a b?c"));

        assertThat(server.last().uri()).isEqualTo("/api/v1/nodes/system%3Aa%20b%3Fc");
    }

    @Test
    void aListSendsItsOptionsAndSlicesTheResponse() {
        server.then(
                200,
                "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"9\",\"continue\":\"more\"},"
                        + "\"items\":[{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{\"name\":\"b\"}}]}");

        ObjectList page = cluster.list(
                CONFIG_MAPS,
                new ListOptions("ns", LabelSelector.parse("a=b,c in (d,e),!f"), "metadata.name=x", 2, "", "0"));

        assertThat(server.last().uri())
                .isEqualTo("/api/v1/namespaces/ns/configmaps?labelSelector=a%3Db%2Cc%20in%20%28d%2Ce%29%2C%21f"
                        + "&fieldSelector=metadata.name%3Dx&limit=2&resourceVersion=0");
        assertThat(page.resourceVersion()).isEqualTo("9");
        assertThat(page.continueToken()).isEqualTo("more");
        assertThat(page.items())
                .extracting(KubeObject::json)
                .containsExactly(
                        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}",
                        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"b\"}}");
    }

    @Test
    void aLaterPageSendsTheTokenWithoutAVersion() {
        server.then(200, "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":null}");

        cluster.list(CONFIG_MAPS, new ListOptions("", LabelSelector.EVERYTHING, "", 10, "t/=", "7"));

        assertThat(server.last().uri()).isEqualTo("/api/v1/configmaps?limit=10&continue=t%2F%3D");
    }

    @Test
    void writesGoToTheirPathsWithTheirOptions() {
        for (int i = 0; i < 4; i++) {
            server.then(200, CONFIG_MAP);
        }

        cluster.create(WIDGETS, widget("w"), WriteOptions.PLAIN.by("me"));
        cluster.update(WIDGETS, widget("w"), WriteOptions.STATUS);
        cluster.patch(WIDGETS, ObjectKey.parse("ns/w"), Patch.json("[]"), new WriteOptions("", "", false, true));
        cluster.patch(
                WIDGETS,
                ObjectKey.parse("ns/w"),
                new Patch(Patch.Type.APPLY, "a: é"),
                new WriteOptions("", "me", true, false));

        assertThat(server.received())
                .extracting(r -> r.method() + " " + r.uri() + " " + r.header("Content-type") + " " + r.body())
                .containsExactly(
                        "POST /apis/example.com/v1/namespaces/ns/widgets?fieldManager=me application/json "
                                + widget("w").json(),
                        "PUT /apis/example.com/v1/namespaces/ns/widgets/w/status application/json "
                                + widget("w").json(),
                        "PATCH /apis/example.com/v1/namespaces/ns/widgets/w?dryRun=All application/json-patch+json []",
                        "PATCH /apis/example.com/v1/namespaces/ns/widgets/w?fieldManager=me&force=true"
                                + " application/apply-patch+yaml a: é");
    }

    @Test
    void aDeletionCarriesItsPreconditions() {
        server.then(200, "{\"kind\":\"Status\",\"status\":\"Success\"}");

        assertThat(cluster.delete(
                        CONFIG_MAPS,
                        ObjectKey.parse("ns/a"),
                        new DeleteOptions("u1", "7", Propagation.FOREGROUND, 0, false)))
                .isEmpty();

        assertThat(server.last().method()).isEqualTo("DELETE");
        assertThat(server.last().body())
                .isEqualTo(
                        "{\"apiVersion\":\"v1\",\"gracePeriodSeconds\":0,\"kind\":\"DeleteOptions\","
                                + "\"preconditions\":{\"resourceVersion\":\"7\",\"uid\":\"u1\"},\"propagationPolicy\":\"Foreground\"}");
    }

    @Test
    void aDeletionReturnsAnObjectThatFinalizersHold() {
        server.then(
                200,
                "{\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\","
                        + "\"finalizers\":[\"x/y\"]}}");

        assertThat(cluster.delete(WIDGETS, ObjectKey.parse("ns/w"), DeleteOptions.BACKGROUND))
                .hasValueSatisfying(held -> assertThat(held.hasFinalizer("x/y")).isTrue());
    }

    @Test
    void theLastStateOfADeletedObjectIsNotAnObjectThatStillExists() {
        server.then(200, "{\"kind\":\"Service\",\"metadata\":{\"name\":\"s\"}}")
                .then(
                        200,
                        "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\","
                                + "\"deletionGracePeriodSeconds\":0}}")
                .then(
                        200,
                        "{\"kind\":\"Namespace\",\"metadata\":{\"name\":\"n\",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"},"
                                + "\"spec\":{\"finalizers\":[\"kubernetes\"]}}");
        ObjectKey key = ObjectKey.parse("ns/x");

        assertThat(cluster.delete(CONFIG_MAPS, key, DeleteOptions.BACKGROUND)).isEmpty();
        assertThat(cluster.delete(CONFIG_MAPS, key, DeleteOptions.BACKGROUND)).isEmpty();
        assertThat(cluster.delete(CONFIG_MAPS, key, DeleteOptions.BACKGROUND)).isPresent();
    }
}
