package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.ApiClient;
import io.hookline.local.ApiClient.Answer;
import io.hookline.local.LocalClusters;
import io.hookline.local.WidgetApi;
import io.hookline.object.Json;
import io.hookline.web.MemoryBudget;
import io.hookline.web.PortInUseException;
import io.hookline.web.RawHttp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Discovery, watches, refused requests, start and stop. */
@Timeout(60)
class LocalApiServerEdgeTest {

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

    private static JsonNode event(BufferedReader lines) throws IOException {
        return Json.parse(lines.readLine().getBytes(StandardCharsets.UTF_8));
    }

    private static BufferedReader lines(InputStream stream) {
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    @Test
    void aRequestForWhichOthersLeaveNoMemoryIsRefusedSoThatItsClientRepeatsIt() throws Exception {
        try (LocalApiServer small = LocalApiServer.start(LocalClusters.fresh(), new MemoryBudget(600_000));
                RawHttp large = new RawHttp(small.port());
                RawHttp other = new RawHttp(small.port())) {
            String head = "POST " + MAPS + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    + "Authorization: Bearer " + small.token().text() + "\r\n";
            large.send(head + "Content-Length: 99000\r\n\r\n" + "x".repeat(98_000));
            String body = "{\"data\":{\"text\":\"" + "x".repeat(90_000) + "\"}}";

            Awaitility.await().until(() -> {
                RawHttp.Answer answer = other.send(head + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                        .answer();
                return answer.status() == 429
                        && answer.headers().get("retry-after").equals("1");
            });
        }
    }

    @Test
    void theServerReportsItsVersionAndHealth() {
        assertThat(client.get("/version").at("/gitVersion")).isEqualTo("v1.36.3+hookline");
        for (String path : List.of("/healthz", "/livez", "/readyz")) {
            assertThat(client.get(path).text()).isEqualTo("ok");
        }
        assertThat(client.get("/openapi/v2").code()).isEqualTo(404);
        assertThat(client.get("/somewhere").at("/message"))
                .isEqualTo("the server could not find the requested resource");
        assertThat(server.kubeconfig()).contains("server: " + server.url(), "current-context: hookline");
    }

    @Test
    void discoveryFollowsTheDefinitions() {
        assertThat(client.get("/api").json().path("versions").toString()).isEqualTo("[\"v1\"]");
        assertThat(client.get("/apis/example.com").code()).isEqualTo(404);
        client.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", WidgetApi.CRD);
        assertThat(client.get("/apis/example.com").at("/preferredVersion/version"))
                .isEqualTo("v1");
        assertThat(client.get("/apis/example.com/v1").json().path("resources"))
                .extracting(r -> r.path("name").asText())
                .containsExactly("widgets", "widgets/scale", "widgets/status");
        Answer aggregated =
                client.get("/apis", "Accept", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
        assertThat(aggregated.at("/kind")).isEqualTo("APIGroupDiscoveryList");
        assertThat(aggregated.json().path("items"))
                .extracting(group -> group.at("/metadata/name").asText())
                .contains("example.com", "apps", "authorization.k8s.io");
    }

    @Test
    void openApiLeavesValidationToTheServerAndExplainsCustomResources() {
        client.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", WidgetApi.CRD);
        String url = client.get("/openapi/v3")
                .json()
                .at("/paths/apis~1example.com~1v1/serverRelativeURL")
                .asText();
        JsonNode document = client.get(url).json();
        JsonNode patch = document.path("paths")
                .path("/apis/example.com/v1/namespaces/{namespace}/widgets/{name}")
                .path("patch");
        assertThat(patch.path("parameters"))
                .extracting(p -> p.path("name").asText())
                .contains("fieldValidation");
        assertThat(patch.at("/x-kubernetes-group-version-kind/kind").asText()).isEqualTo("Widget");
        assertThat(document.at("/components/schemas/com.example.v1.Widget/properties/spec/properties/size/description")
                        .asText())
                .isEqualTo("How many.");
        assertThat(client.get("/openapi/v3/apis/nothing.io/v1").code()).isEqualTo(404);
    }

    @Test
    void aWatchDeliversExistingObjectsAndChanges() throws Exception {
        client.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
        try (BufferedReader lines = lines(client.stream(MAPS + "?watch=true"))) {
            assertThat(event(lines).at("/object/metadata/name").asText()).isEqualTo("a");
            client.post(MAPS, "{\"metadata\":{\"name\":\"b\"}}");
            assertThat(event(lines).at("/object/metadata/name").asText()).isEqualTo("b");
        }
    }

    @Test
    void aWatchFromAResourceVersionDeliversOnlyLaterChanges() throws Exception {
        String version = client.get(MAPS).at("/metadata/resourceVersion");
        try (BufferedReader lines = lines(client.stream(MAPS + "?watch=1&resourceVersion=" + version))) {
            client.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
            client.patch(MAPS + "/a", "application/merge-patch+json", "{\"data\":{\"k\":\"v\"}}");
            client.delete(MAPS + "/a");
            List<String> types = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                types.add(event(lines).path("type").asText());
            }
            assertThat(types).containsExactly("ADDED", "MODIFIED", "DELETED");
        }
    }

    @Test
    void aStreamingListEndsWithABookmark() throws Exception {
        client.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"y\"}}}");
        String query =
                "?watch=true&sendInitialEvents=true&allowWatchBookmarks=true&labelSelector=x&resourceVersionMatch=";
        try (BufferedReader lines = lines(client.stream(MAPS + query + "NotOlderThan"))) {
            assertThat(event(lines).at("/object/metadata/name").asText()).isEqualTo("a");
            JsonNode bookmark = event(lines);
            assertThat(bookmark.path("type").asText()).isEqualTo("BOOKMARK");
            assertThat(bookmark.at("/object/kind").asText()).isEqualTo("ConfigMap");
            assertThat(bookmark.at("/object/metadata/annotations/k8s.io~1initial-events-end")
                            .asText())
                    .isEqualTo("true");
        }
        assertThat(client.get(MAPS + query + "Exact").code()).isEqualTo(422);
    }

    @Test
    void aWatchAsTableNamesItsColumnsOnce() throws Exception {
        String version = client.get(MAPS).at("/metadata/resourceVersion");
        try (BufferedReader lines =
                lines(client.stream(MAPS + "?watch=true&resourceVersion=" + version, "Accept", WidgetApi.TABLE))) {
            client.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
            client.post(MAPS, "{\"metadata\":{\"name\":\"b\"}}");
            JsonNode first = event(lines).path("object");
            JsonNode second = event(lines).path("object");
            assertThat(first.path("kind").asText()).isEqualTo("Table");
            assertThat(first.path("columnDefinitions")).hasSize(3);
            assertThat(second.path("columnDefinitions").isNull()).isTrue();
            assertThat(second.at("/rows/0/cells/0").asText()).isEqualTo("b");
        }
    }

    @Test
    void aWatchEndsAfterItsTimeout() throws Exception {
        try (BufferedReader lines = lines(client.stream(MAPS + "?watch=true&labelSelector=none&timeoutSeconds=1"))) {
            assertThat(lines.readLine()).isNull();
        }
    }

    @Test
    void aWatchWithATimeoutOfZeroGoesOn() throws Exception {
        try (BufferedReader lines = lines(client.stream(MAPS + "?watch=true&timeoutSeconds=0&labelSelector=x"));
                BufferedReader other = lines(client.stream(MAPS + "?watch=true&timeoutSeconds=1&labelSelector=x"))) {
            assertThat(other.readLine()).isNull();
            client.post(MAPS, "{\"metadata\":{\"name\":\"late\",\"labels\":{\"x\":\"y\"}}}");
            assertThat(event(lines).at("/object/metadata/name").asText()).isEqualTo("late");
        }
    }

    @Test
    void openWatchesEndAtOnceWhenTheServerStops() throws Exception {
        try (BufferedReader lines = lines(client.stream(MAPS + "?watch=true&labelSelector=none"))) {
            Thread stopper = Thread.startVirtualThread(server::close);
            assertThat(lines.readLine()).isNull();
            assertThat(stopper.join(Duration.ofSeconds(5))).isTrue();
        }
    }

    @Test
    void anInvalidPercentEncodingInThePathIsABadRequest() throws IOException {
        assertThat(raw("GET " + MAPS + "/%zz HTTP/1.1\r\nHost: localhost\r\n" + token() + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    private String token() {
        return "Authorization: Bearer " + server.token().text() + "\r\n";
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            BufferedReader lines = lines(socket.getInputStream());
            StringBuilder answer = new StringBuilder(lines.readLine()).append('\n');
            char[] rest = new char[4096];
            if (request.contains("Connection: close")) {
                for (int n = lines.read(rest); n > 0; n = lines.read(rest)) {
                    answer.append(rest, 0, n);
                }
            }
            return answer.toString();
        }
    }

    @Test
    void unsupportedRequestsAreRefusedWithTheReason() {
        String pods = "/api/v1/namespaces/default/pods";
        client.post(
                pods, "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
        Answer logs = client.get(pods + "/p/log");
        assertThat(logs.code()).isEqualTo(501);
        assertThat(logs.at("/message")).startsWith("pods/log is not served by this local API server");
        assertThat(client.post(pods + "/p/exec", "").code()).isEqualTo(501);
        assertThat(client.get("/api/v1/unicorns").code()).isEqualTo(404);
        assertThat(client.get("/api/v1/namespaces/default/nodes").code()).isEqualTo(404);
        assertThat(client.get("/api/v1/configmaps/a").code()).isEqualTo(404);
        assertThat(client.post("/api/v1/configmaps", "{}").at("/reason")).isEqualTo("MethodNotAllowed");
        assertThat(client.put(MAPS, "{}").code()).isEqualTo(405);
        assertThat(client.post(MAPS + "/a", "{}").code()).isEqualTo(405);
        assertThat(client.send("OPTIONS", MAPS, new byte[0]).code()).isEqualTo(405);
        assertThat(client.get("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews")
                        .code())
                .isEqualTo(405);
        assertThat(client.get(MAPS + "?limit=many").code()).isEqualTo(400);
    }

    @Test
    void everyCallerMayDoEverything() {
        Answer review = client.post(
                "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                "{\"spec\":{\"resourceAttributes\":{\"verb\":\"create\",\"resource\":\"pods\"}}}");
        assertThat(review.code()).isEqualTo(201);
        assertThat(review.at("/status/allowed")).isEqualTo("true");
    }

    @Test
    void anEvictedPodIsDeleted() {
        String pods = "/api/v1/namespaces/default/pods";
        client.post(
                pods, "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
        Answer evicted = client.post(
                pods + "/p/eviction", "{\"metadata\":{\"name\":\"p\"},\"deleteOptions\":{\"gracePeriodSeconds\":0}}");
        assertThat(evicted.code()).isEqualTo(201);
        assertThat(client.get(pods + "/p").code()).isEqualTo(404);
    }

    @Test
    void theErrorOfAPortInUseNamesThePort() {
        assertThatThrownBy(() -> LocalApiServer.start(LocalClusters.fresh(), server.port()))
                .isInstanceOf(PortInUseException.class)
                .hasMessageContaining(Integer.toString(server.port()));
    }

    /** See the limitations: a real server serves all of this. */
    @Test
    void whatOnlyARealServerServesIsNotServed() {
        for (String path : List.of(
                "/api/v1/componentstatuses",
                "/apis/apiregistration.k8s.io/v1/apiservices",
                "/apis/certificates.k8s.io/v1/certificatesigningrequests",
                "/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas",
                "/apis/networking.k8s.io/v1/servicecidrs",
                "/apis/node.k8s.io/v1/runtimeclasses",
                "/apis/resource.k8s.io/v1/resourceclaims",
                "/apis/storage.k8s.io/v1/volumeattributesclasses",
                "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies")) {
            assertThat(client.get(path).code()).as(path).isEqualTo(404);
        }
        assertThat(client.get("/readyz?verbose").text().lines()).hasSize(4);
        assertThat(client.get("/apis/apps/v1").text()).doesNotContain("storageVersionHash");
    }

    /** See the limitations: a real server refuses the field, even if it is empty. */
    @Test
    void aSchemaMayHaveEmptyDependencies() {
        assertThat(client.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
                                {"metadata":{"name":"as.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
                                "names":{"plural":"as","kind":"A"},"versions":[{"name":"v1","served":true,"storage":true,
                                "schema":{"openAPIV3Schema":{"type":"object","dependencies":{}}}}]}}""")
                        .code())
                .isEqualTo(201);
    }

    /** See the limitations. */
    @Test
    void theAcceptHeaderIsReadLeniently() {
        String maps = "/api/v1/namespaces/default/configmaps";
        String table = "application/json;as=Table;v=v1;g=meta.k8s.io;q=0.1,application/json;q=0.9";
        assertThat(client.get(maps, "Accept", "application/yaml").code()).isEqualTo(406);
        assertThat(client.get(maps, "Accept", "APPLICATION/JSON").code()).isEqualTo(200);
        assertThat(client.get(maps, "Accept", table).at("/kind")).isEqualTo("Table");
        assertThat(client.get("/api/v1", "Accept", "text/plain").code()).isEqualTo(200);
    }
}
