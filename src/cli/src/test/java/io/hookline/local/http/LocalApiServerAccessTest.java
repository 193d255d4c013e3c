package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.local.ApiClient;
import io.hookline.local.ApiClient.Answer;
import io.hookline.local.LocalClusters;
import io.hookline.object.Json;
import io.hookline.web.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server answers clients that have its token, whatever else their requests look like. */
@Timeout(120)
class LocalApiServerAccessTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String MAP = "{\"metadata\":{\"name\":\"a\"}}";

    private final LocalApiServer server = LocalApiServer.start(LocalClusters.fresh(), 0);
    private final ApiClient client = new ApiClient(server);

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api",
                "/api/v1",
                "/apis",
                "/apis/apps/v1",
                "/openapi/v2",
                "/openapi/v3",
                "/",
                "/nothing",
                "/healthzz",
                "/versions",
                MAPS,
                MAPS + "?watch=true"
            })
    void aRequestWithoutTheTokenIsUnauthorized(String path) throws IOException {
        String answer = raw("GET", path, "", "Accept: */*");

        assertThat(answer).startsWith("HTTP/1.1 401 ").containsIgnoringCase("\r\nWWW-Authenticate: Bearer\r\n");
        assertThat(Json.parse(body(answer).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(Json.parse("""
                        {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "code": 401,
                         "message": "Unauthorized: the request has no valid bearer token; use the kubeconfig of this API server, which has it",
                         "reason": "Unauthorized"}
                        """.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void anotherCredentialThanTheTokenIsUnauthorized() throws IOException {
        String token = server.token().text();
        for (String credential : List.of(
                "Bearer",
                "Bearer ",
                "Bearer any",
                "Bearer " + token.substring(1),
                "Bearer " + token + "x",
                "Bearer " + token + " " + token,
                "Basic " + token,
                token)) {
            assertThat(raw("POST", MAPS, MAP, "Authorization: " + credential, "Content-Type: application/json"))
                    .as(credential)
                    .startsWith("HTTP/1.1 401 ")
                    .doesNotContain(token);
        }
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
    }

    @Test
    void theNameOfTheSchemeMayBeInAnyCase() throws IOException {
        for (String scheme : List.of("bearer ", "BEARER ", "Bearer   ")) {
            assertThat(raw(
                            "GET",
                            MAPS,
                            "",
                            "Authorization: " + scheme + server.token().text()))
                    .as(scheme)
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz", "/livez", "/readyz", "/healthz/ping", "/livez/etcd", "/version", "/version/"})
    void healthAndVersionNeedNoToken(String path) throws IOException {
        assertThat(raw("GET", path, "", "Accept: */*")).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz/x", "/livez/x", "/readyz/x"})
    void whatIsBelowThemNeedsNoTokenEither(String path) throws IOException {
        assertThat(raw("GET", path, "", "Accept: */*")).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void theHeadersOfAWebPageDoNotMatterIfTheRequestHasTheToken() throws IOException {
        for (String header : List.of(
                "Origin: http://another.example",
                "Origin: null",
                "Sec-Fetch-Site: cross-site",
                "X-Forwarded-Host: another.example")) {
            assertThat(raw("POST", MAPS, MAP, token(), header, "Content-Type: application/json"))
                    .as(header)
                    .startsWith("HTTP/1.1 201 ");
            client.delete(MAPS + "/a");
        }
    }

    @Test
    void aWebSocketWithoutTheTokenIsUnauthorized() throws IOException {
        try (RawHttp http = new RawHttp(server.port())) {
            RawHttp.Answer answer = http.send("GET " + MAPS + "?watch=true HTTP/1.1\r\nHost: localhost\r\n"
                            + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                            + "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n\r\n")
                    .answer();

            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.body()).contains("\"reason\":\"Unauthorized\"");
        }
    }

    @Test
    void aSubprotocolIsNoTokenOfAnOrdinaryRequest() throws IOException {
        String encoded = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(server.token().text().getBytes(StandardCharsets.US_ASCII));

        assertThat(raw(
                        "GET",
                        MAPS,
                        "",
                        "Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io." + encoded + ", v1"))
                .startsWith("HTTP/1.1 401 ");
    }

    @Test
    void aBodyOfPostAndPutWithoutAContentTypeIsReadAsJson() throws IOException {
        for (String type : List.of("X-Nothing: x", "Content-Type: ", "Content-Type:   ")) {
            assertThat(raw("POST", MAPS, MAP, token(), type)).as(type).startsWith("HTTP/1.1 201 ");
            String changed = "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}";
            assertThat(raw("PUT", MAPS + "/a", changed, token(), type))
                    .as(type)
                    .startsWith("HTTP/1.1 200 ")
                    .contains("\"data\":{\"k\":\"v\"}");
            String options = "{\"preconditions\":{\"uid\":\"another\"}}";
            assertThat(raw("DELETE", MAPS + "/a", options, token(), type))
                    .as(type)
                    .startsWith("HTTP/1.1 409 ");
            client.delete(MAPS + "/a");
        }
        assertThat(raw("POST", MAPS, "a: b", token(), "X-Nothing: x")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void aPatchWithoutAContentTypeIsRefusedWithTheTypesThatAreAccepted() {
        client.post(MAPS, MAP);

        Answer patch = client.send("PATCH", MAPS + "/a", "{}".getBytes(StandardCharsets.UTF_8));

        assertThat(patch.code()).isEqualTo(415);
        assertThat(patch.at("/reason")).isEqualTo("UnsupportedMediaType");
        assertThat(patch.at("/message"))
                .isEqualTo("the body of the request was in an unknown format - accepted media types include:"
                        + " application/json-patch+json, application/merge-patch+json,"
                        + " application/strategic-merge-patch+json, application/apply-patch+yaml");
    }

    private String token() {
        return "Authorization: Bearer " + server.token().text();
    }

    private static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    /** The whole response to a request with {@code Connection: close}. */
    private String raw(String method, String path, String body, String... headers) throws IOException {
        String request = method + " " + path + " HTTP/1.1\r\nHost: another.example\r\n" + String.join("\r\n", headers)
                + "\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
