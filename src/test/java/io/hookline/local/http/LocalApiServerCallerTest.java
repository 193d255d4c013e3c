package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.local.ApiClient.Answer;
import io.hookline.local.ApiClient;
import io.hookline.local.LocalClusters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server answers programs on this machine and refuses web pages of other servers. */
@Timeout(60)
class LocalApiServerCallerTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final LocalApiServer server = LocalApiServer.start(LocalClusters.fresh(), 0);
    private final ApiClient client = new ApiClient(server.url());

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void requestsOfWebPagesOfOtherServersAreRefused() throws IOException {
        for (String header : List.of(
                "Origin: http://evil.example",
                "Origin: null",
                "Origin: http://localhost:1",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site")) {
            assertThat(raw(postMap("localhost", header, "Content-Type: application/json")))
                    .as(header)
                    .startsWith("HTTP/1.1 403 ")
                    .contains("\"reason\":\"Forbidden\"", header);
        }
        assertThat(client.get(MAPS + "/from-a-page").code()).isEqualTo(404);
    }

    @Test
    void requestsOfPagesOfThisServerAndOfItsUserAreAnswered() throws IOException {
        String own = "Origin: http://localhost:" + server.port();
        for (String header : List.of(own, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none")) {
            String host = "localhost:" + server.port();
            assertThat(raw(postMap(host, header, "Content-Type: application/json")))
                    .as(header)
                    .startsWith("HTTP/1.1 201 ");
            client.delete(MAPS + "/from-a-page");
        }
    }

    @Test
    void aBodyWithoutContentTypeIsRefusedWithTheTypesThatAreAccepted() throws IOException {
        for (String header : List.of("X-Nothing: x", "Content-Type: ", "Content-Type:   ")) {
            assertThat(raw(postMap("localhost", "X-Other: x", header)))
                    .as(header)
                    .startsWith("HTTP/1.1 415 ")
                    .contains("the request has a body but no Content-Type header - send one of these:"
                            + " application/json, application/yaml, application/vnd.kubernetes.protobuf");
        }
        Answer patch = client.send("PATCH", MAPS + "/a", "{}".getBytes(StandardCharsets.UTF_8));
        assertThat(patch.code()).isEqualTo(415);
        assertThat(patch.at("/message")).contains("no Content-Type header", "application/merge-patch+json");
        assertThat(client.send("DELETE", MAPS + "/a", "{}".getBytes(StandardCharsets.UTF_8))
                        .code())
                .isEqualTo(415);
    }

    private static String postMap(String host, String... headers) {
        String body = "{\"metadata\":{\"name\":\"from-a-page\"}}";
        return "POST " + MAPS + " HTTP/1.1\r\nHost: " + host + "\r\n" + String.join("\r\n", headers)
                + "\r\nContent-Length: " + body.length() + "\r\nConnection: close\r\n\r\n" + body;
    }

    /** The whole response to a request with {@code Connection: close}. */
    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
