package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.local.ApiClient;
import io.hookline.local.ApiClient.Answer;
import io.hookline.local.LocalClusters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reading and writing over HTTP. */
class LocalApiServerTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
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

    private Answer createMap(String name) {
        return client.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"app\":\"" + name + "\"}}}");
    }

    @Test
    void aCreatedObjectCanBeReadUpdatedAndDeleted() {
        Answer created = createMap("a");
        assertThat(created.code()).isEqualTo(201);
        assertThat(created.at("/metadata/namespace")).isEqualTo("default");
        assertThat(created.at("/kind")).isEqualTo("ConfigMap");
        assertThat(client.get(MAPS + "/a").json()).isEqualTo(created.json());

        Answer updated = client.put(MAPS + "/a", "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}");
        assertThat(updated.code()).isEqualTo(200);
        assertThat(updated.at("/data/k")).isEqualTo("v");

        Answer deleted = client.delete(MAPS + "/a");
        assertThat(deleted.code()).isEqualTo(200);
        assertThat(deleted.at("/status")).isEqualTo("Success");
        assertThat(deleted.at("/details/uid")).isEqualTo(created.at("/metadata/uid"));
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
    }

    @Test
    void allFourPatchTypesWorkAndOthersAreRefused() {
        createMap("a");
        String path = MAPS + "/a";
        assertThat(client.patch(path, "application/merge-patch+json", "{\"data\":{\"m\":\"1\"}}")
                        .code())
                .isEqualTo(200);
        assertThat(client.patch(
                                path,
                                "application/json-patch+json",
                                "[{\"op\":\"add\",\"path\":\"/data/j\",\"value\":\"2\"}]")
                        .code())
                .isEqualTo(200);
        assertThat(client.patch(path, "application/strategic-merge-patch+json", "{\"data\":{\"s\":\"3\"}}")
                        .code())
                .isEqualTo(200);
        Answer applied = client.patch(
                path + "?fieldManager=me",
                "application/apply-patch+yaml",
                "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  w: \"4\"\n");
        assertThat(applied.code()).isEqualTo(200);
        assertThat(applied.json().path("data").toString())
                .isEqualTo("{\"j\":\"2\",\"m\":\"1\",\"s\":\"3\",\"w\":\"4\"}");

        Answer other = client.patch(path, "application/x-patch", "{}");
        assertThat(other.code()).isEqualTo(415);
        assertThat(other.at("/reason")).isEqualTo("UnsupportedMediaType");
    }

    @Test
    void anApplyPatchNeedsAFieldManagerAndCreatesAMissingObject() {
        String yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\n";
        assertThat(client.patch(MAPS + "/new", "application/apply-patch+yaml", yaml)
                        .code())
                .isEqualTo(422);
        assertThat(client.patch(MAPS + "/new?fieldManager=me", "application/apply-patch+yaml", yaml)
                        .code())
                .isEqualTo(201);
    }

    @Test
    void yamlAndGzippedBodiesAreRead() throws IOException {
        Answer yaml = client.send(
                "POST",
                MAPS,
                "metadata:\n  name: y.y\ndata:\n  \"on\": \"yes\"\n".getBytes(StandardCharsets.UTF_8),
                "Content-Type",
                "application/yaml");
        assertThat(yaml.at("/data/on")).isEqualTo("yes");

        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write("{\"metadata\":{\"name\":\"z\"}}".getBytes(StandardCharsets.UTF_8));
        }
        Answer answer = client.send(
                "POST", MAPS, zipped.toByteArray(), "Content-Type", "application/json", "Content-Encoding", "gzip");
        assertThat(answer.code()).isEqualTo(201);
    }

    @Test
    void aBodyThatIsTooLargeInvalidOrOfAnotherTypeIsRefusedWithAStatus() {
        Answer large = client.send("POST", MAPS, new byte[(3 << 20) + 1], "Content-Type", "application/json");
        assertThat(large.code()).isEqualTo(413);
        assertThat(large.at("/reason")).isEqualTo("RequestEntityTooLarge");
        assertThat(client.post(MAPS, "{").at("/reason")).isEqualTo("BadRequest");
        assertThat(client.post(MAPS, "[]").code()).isEqualTo(400);
        assertThat(client.post(MAPS, "").code()).isEqualTo(400);
        assertThat(client.send("POST", MAPS, new byte[] {1}, "Content-Type", "text/plain")
                        .code())
                .isEqualTo(415);
    }

    @Test
    void bodyAndUrlMustAgree() {
        createMap("a");
        assertThat(client.post(MAPS, "{\"metadata\":{\"name\":\"x\",\"namespace\":\"kube-system\"}}")
                        .at("/message"))
                .isEqualTo("the namespace of the provided object does not match the namespace sent on the request");
        assertThat(client.put(MAPS + "/a", "{\"metadata\":{\"name\":\"b\"}}").at("/message"))
                .isEqualTo("the name of the object (b) does not match the name on the URL (a)");
        assertThat(client.post(MAPS, "{\"apiVersion\":\"v2\",\"metadata\":{\"name\":\"x\"}}")
                        .at("/message"))
                .isEqualTo("the API version in the data (v2) does not match the expected API version (v1)");
        assertThat(client.post(MAPS, "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"x\"}}")
                        .code())
                .isEqualTo(400);
    }

    @Test
    void failuresNameTheirResourceAndObject() {
        createMap("a");
        Answer missing = client.get(MAPS + "/none");
        assertThat(missing.code()).isEqualTo(404);
        assertThat(missing.at("/message")).isEqualTo("configmaps \"none\" not found");
        assertThat(missing.json().path("details").toString()).isEqualTo("{\"kind\":\"configmaps\",\"name\":\"none\"}");
        assertThat(createMap("a").at("/reason")).isEqualTo("AlreadyExists");
        Answer stale = client.put(MAPS + "/a", "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}}");
        assertThat(stale.code()).isEqualTo(409);
        assertThat(stale.at("/reason")).isEqualTo("Conflict");
    }

    @Test
    void aDryRunWritesNothing() {
        assertThat(client.post(MAPS + "?dryRun=All", "{\"metadata\":{\"name\":\"a\"}}")
                        .code())
                .isEqualTo(201);
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
        createMap("a");
        assertThat(client.delete(MAPS + "/a?dryRun=All").code()).isEqualTo(200);
        client.patch(MAPS + "/a?dryRun=All", "application/merge-patch+json", "{\"data\":{\"k\":\"v\"}}");
        assertThat(client.get(MAPS + "/a").json().path("data").isMissingNode()).isTrue();
        assertThat(client.post(MAPS + "?dryRun=Some", "{\"metadata\":{\"name\":\"b\"}}")
                        .code())
                .isEqualTo(422);
    }

    @Test
    void deletionChecksThePreconditionsInItsBody() {
        createMap("a");
        Answer other = client.send(
                "DELETE",
                MAPS + "/a",
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"preconditions\":{\"uid\":\"x\"}}"
                        .getBytes(StandardCharsets.UTF_8),
                "Content-Type",
                "application/json");
        assertThat(other.code()).isEqualTo(409);
        assertThat(client.delete(MAPS + "/a?propagationPolicy=Sometimes").code())
                .isEqualTo(422);
    }

    @Test
    void deletingAnObjectWithFinalizersReturnsTheObject() {
        client.post(MAPS, "{\"metadata\":{\"name\":\"f\",\"finalizers\":[\"example.com/x\"]}}");
        Answer deleted = client.delete(MAPS + "/f");
        assertThat(deleted.at("/kind")).isEqualTo("ConfigMap");
        assertThat(deleted.at("/metadata/deletionTimestamp")).isNotEmpty();
    }

    @Test
    void aCollectionIsListedInPagesAndBySelectorsAndDeletedInOneRequest() {
        for (String name : new String[] {"a", "b", "c"}) {
            createMap(name);
        }
        Answer first = client.get(MAPS + "?limit=2&labelSelector=app");
        assertThat(first.at("/kind")).isEqualTo("ConfigMapList");
        assertThat(first.json().path("items")).hasSize(2);
        Answer second = client.get(MAPS + "?limit=2&labelSelector=app&continue=" + first.at("/metadata/continue"));
        assertThat(second.at("/items/0/metadata/name")).isEqualTo("c");
        assertThat(second.at("/metadata/continue")).isEmpty();
        assertThat(client.get(MAPS + "?labelSelector=app%20in%20(a,b)").json().path("items"))
                .hasSize(2);
        assertThat(client.get(MAPS + "?labelSelector=app%20in%20(").code()).isEqualTo(400);
        assertThat(client.get(MAPS + "?fieldSelector=metadata.name=b").json().path("items"))
                .hasSize(1);
        assertThat(client.delete(MAPS + "?labelSelector=app!%3Dc").code()).isEqualTo(200);
        assertThat(client.get("/api/v1/configmaps?labelSelector=app").json().path("items"))
                .hasSize(1);
    }

    @Test
    void requestsAreCountedByVerbResourceAndClient() {
        createMap("a");
        client.get(MAPS, "User-Agent", "tester/1");
        client.get(MAPS, "User-Agent", "tester/1");
        assertThat(server.requests()).contains(new RequestCount("list", "configmaps", "tester/1", 2));
        assertThat(server.requests())
                .anyMatch(c -> c.verb().equals("create") && c.resource().equals("configmaps"));
    }
}
