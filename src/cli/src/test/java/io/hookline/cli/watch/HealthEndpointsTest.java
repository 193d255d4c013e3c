package io.hookline.cli.watch;

import static io.hookline.cli.WatchedCluster.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.WatchedCluster;
import io.hookline.watcher.TestKinds;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Health, readiness and metrics endpoints of a watcher. */
class HealthEndpointsTest {

    private final WatchedCluster cluster = new WatchedCluster();
    private final WebServer server = WebServer.start(
            WebOptions.at(new Address("127.0.0.1", 0)),
            new HealthEndpoints(() -> HealthEndpoints.Health.of(cluster.watcher), cluster.registry)::addTo);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.close();
        server.close();
        cluster.close();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.uri() + path)).build();
        return client.send(request, BodyHandlers.ofString());
    }

    private void awaitReady() {
        soon().untilAsserted(() -> {
            HttpResponse<String> ready = get("/readyz");
            assertThat(ready.body()).isEqualTo("ok");
            assertThat(ready.statusCode()).isEqualTo(200);
        });
    }

    private void awaitProblem(String text) {
        soon().untilAsserted(() -> {
            HttpResponse<String> ready = get("/readyz");
            assertThat(ready.body()).contains(text);
            assertThat(ready.statusCode()).isEqualTo(503);
        });
    }

    @Test
    void aWatcherThatCannotSeeControllersIsAliveButNotReadyUntilItCan() throws Exception {
        awaitProblem("cannot watch compositecontrollers (metacontroller.k8s.io/v1alpha1)");
        assertThat(get("/healthz").statusCode()).isEqualTo(200);

        cluster.installControllerKinds();

        awaitReady();
    }

    @Test
    void aControllerWhoseCacheCannotBeReadIsNamedWithTheCache() throws Exception {
        cluster.installControllerKinds();
        cluster.apply(TestKinds.THING);
        cluster.apply(TestKinds.kind("test.hookline.io", "part", "Part"));
        cluster.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources: [{apiVersion: test.hookline.io/v1, resource: parts}]
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                """);
        cluster.awaitStarted("c");
        awaitReady();

        cluster.delete("apiextensions.k8s.io/v1", "customresourcedefinitions", "parts.test.hookline.io");

        soon().untilAsserted(() -> {
            HttpResponse<String> ready = get("/readyz");
            assertThat(ready.body()).startsWith("ok\n").contains("CompositeController c: parts (test.hookline.io/v1)");
            assertThat(ready.statusCode()).as("the other controllers work").isEqualTo(200);
        });
        assertThat(get("/readyz?verbose").body())
                .contains("[!] CompositeController c: parts (test.hookline.io/v1)")
                .endsWith("[+] watcher ok\nreadyz check passed\n");
    }

    @Test
    void aProcessThatOnlyARestartRepairsIsNeitherAliveNorReady() throws Exception {
        HealthEndpoints.Health stuck = new HealthEndpoints.Health(List.of("it is stuck"), List.of(), List.of());
        try (WebServer broken = WebServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)),
                new HealthEndpoints(() -> stuck, cluster.registry)::addTo)) {
            for (String path : List.of("/healthz", "/readyz")) {
                HttpRequest request =
                        HttpRequest.newBuilder(URI.create(broken.uri() + path)).build();
                HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());

                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.body()).isEqualTo("it is stuck\n");
            }
        }
    }
}
