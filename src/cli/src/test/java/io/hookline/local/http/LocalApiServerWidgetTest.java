package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.ApiClient;
import io.hookline.local.ApiClient.Answer;
import io.hookline.local.LocalClusters;
import io.hookline.local.WidgetApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects of a custom kind over HTTP: validation, subresources, tables and metadata. */
class LocalApiServerWidgetTest {

    private LocalApiServer server;
    private ApiClient client;

    @BeforeEach
    void start() {
        server = LocalApiServer.start(LocalClusters.fresh(), 0);
        client = new ApiClient(server);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void strategicPatchesOfCustomResourcesAreRefused() {
        WidgetApi.define(client);
        client.post(WidgetApi.PATH, WidgetApi.widget("{\"size\":1}"));
        assertThat(client.patch(WidgetApi.PATH + "/w", "application/strategic-merge-patch+json", "{}")
                        .code())
                .isEqualTo(415);
    }

    @Test
    void theErrorOfAnInvalidCustomResourceNamesKindNameAndField() {
        WidgetApi.define(client);
        Answer invalid = client.post(WidgetApi.PATH, WidgetApi.widget("{}"));
        assertThat(invalid.code()).isEqualTo(422);
        assertThat(invalid.at("/details/kind")).isEqualTo("Widget");
        assertThat(invalid.at("/details/name")).isEqualTo("w");
        assertThat(invalid.at("/details/causes/0/field")).isEqualTo("spec.size");
        assertThat(invalid.at("/details/causes/0/message")).isEqualTo("Required value");
    }

    @Test
    void unknownFieldsAreRefusedReportedOrRemoved() {
        WidgetApi.define(client);
        String typo = WidgetApi.widget("{\"size\":1,\"colour\":\"red\"}");
        Answer strict = client.post(WidgetApi.PATH + "?fieldValidation=Strict", typo);
        assertThat(strict.code()).isEqualTo(400);
        assertThat(strict.at("/message"))
                .isEqualTo("Widget in version \"v1\" cannot be handled as a Widget: strict decoding error:"
                        + " unknown field \"spec.colour\"");
        Answer warn = client.post(WidgetApi.PATH + "?fieldValidation=Warn&dryRun=All", typo);
        assertThat(warn.code()).isEqualTo(201);
        assertThat(warn.warnings()).containsExactly("299 - \"unknown field \\\"spec.colour\\\"\"");
        Answer ignore = client.post(WidgetApi.PATH + "?fieldValidation=Ignore", typo);
        assertThat(ignore.code()).isEqualTo(201);
        assertThat(ignore.warnings()).isEmpty();
        assertThat(ignore.json().at("/spec").toString()).isEqualTo("{\"size\":1}");
        Answer patch = client.patch(
                WidgetApi.PATH + "/w?fieldValidation=Strict",
                "application/json-patch+json",
                "[{\"op\":\"add\",\"path\":\"/spec/colour\",\"value\":\"red\"}]");
        assertThat(patch.code()).isEqualTo(422);
        assertThat(patch.at("/message")).contains("unknown field \\\"spec.colour\\\"".replace("\\", ""));
    }

    @Test
    void statusAndSpecAreUpdatedSeparately() {
        WidgetApi.define(client);
        client.post(WidgetApi.PATH, WidgetApi.widget("{\"size\":1}"));
        Answer status = client.patch(
                WidgetApi.PATH + "/w/status",
                "application/merge-patch+json",
                "{\"spec\":{\"size\":9},\"status\":{\"size\":2}}");
        assertThat(status.at("/spec/size")).isEqualTo("1");
        assertThat(status.at("/status/size")).isEqualTo("2");
        assertThat(client.get(WidgetApi.PATH + "/w/status").json()).isEqualTo(status.json());
        assertThat(client.get("/api/v1/namespaces/default/configmaps/a/status").code())
                .isEqualTo(404);
    }

    @Test
    void scaleShowsAndSetsTheReplicas() {
        WidgetApi.define(client);
        client.post(WidgetApi.PATH, WidgetApi.widget("{\"size\":1}"));
        Answer scale = client.get(WidgetApi.PATH + "/w/scale");
        assertThat(scale.at("/kind")).isEqualTo("Scale");
        assertThat(scale.at("/spec/replicas")).isEqualTo("1");
        String changed = scale.text().replace("\"replicas\":1", "\"replicas\":4");
        assertThat(client.put(WidgetApi.PATH + "/w/scale", changed).at("/spec/replicas"))
                .isEqualTo("4");
        assertThat(client.put(WidgetApi.PATH + "/w/scale", changed).code()).isEqualTo(409);
        assertThat(client.patch(
                                WidgetApi.PATH + "/w/scale",
                                "application/merge-patch+json",
                                "{\"spec\":{\"replicas\":5}}")
                        .at("/spec/replicas"))
                .isEqualTo("5");
        assertThat(client.get(WidgetApi.PATH + "/w").at("/spec/size")).isEqualTo("5");
        assertThat(client.patch(
                                WidgetApi.PATH + "/w/scale",
                                "application/merge-patch+json",
                                "{\"spec\":{\"replicas\":-1}}")
                        .code())
                .isEqualTo(422);
    }

    @Test
    void objectsAreServedAsTablesAndAsMetadata() {
        WidgetApi.define(client);
        client.post(WidgetApi.PATH, WidgetApi.widget("{\"size\":3}"));
        Answer table = client.get(WidgetApi.PATH, "Accept", WidgetApi.TABLE);
        assertThat(table.at("/kind")).isEqualTo("Table");
        assertThat(table.json().path("columnDefinitions"))
                .extracting(column -> column.path("name").asText())
                .containsExactly("Name", "Size");
        assertThat(table.json().at("/rows/0/cells").toString()).isEqualTo("[\"w\",3]");
        assertThat(table.at("/rows/0/object/kind")).isEqualTo("PartialObjectMetadata");
        JsonNode whole = client.get(WidgetApi.PATH + "/w?includeObject=Object", "Accept", WidgetApi.TABLE)
                .json();
        assertThat(whole.at("/rows/0/object/spec/size").asInt()).isEqualTo(3);
        assertThat(client.get(WidgetApi.PATH + "?includeObject=None", "Accept", WidgetApi.TABLE)
                        .json()
                        .path("rows")
                        .path(0)
                        .path("object")
                        .isNull())
                .isTrue();
        Answer metadata = client.get(
                WidgetApi.PATH, "Accept", "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");
        assertThat(metadata.at("/kind")).isEqualTo("PartialObjectMetadataList");
        assertThat(metadata.json().at("/items/0").has("spec")).isFalse();
        assertThat(client.get(WidgetApi.PATH, "Accept", "text/html").code()).isEqualTo(406);
    }
}
