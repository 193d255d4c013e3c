package io.hookline.console;

import static io.hookline.console.WatchedWorld.TOKEN;
import static io.hookline.console.WatchedWorld.answer;
import static io.hookline.console.WatchedWorld.configMap;
import static io.hookline.console.WatchedWorld.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookType;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.watcher.TestKinds;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told of a parent that someone has only edited. */
class TrialTest {

    private static final String PARENT = "/api/parents/CompositeController-c/Thing.test.hookline.io/default/p";

    private final WatchedWorld world = new WatchedWorld();
    private final Set<String> called = ConcurrentHashMap.newKeySet();

    @AfterEach
    void close() {
        world.close();
    }

    private void settled() {
        world.hook = request -> {
            called.add(request.parent().name());
            String who = request.parent().tree().path("spec").path("who").asText();
            if (who.equals("Nobody")) {
                throw new HookException("there is nobody to greet");
            }
            if (who.equals("Garbage")) {
                return answer("{oops");
            }
            return request.parent().name().equals("q") ? answer("{}") : configMap("Hello, " + who);
        };
        world.controller(hooks("sync"));
        world.thing("p");
        world.thing("q");
        for (String object : List.of("Thing/p", "Thing/q")) {
            soon().until(
                            () -> world.why(object),
                            text -> text.contains("  now        done") && text.contains("  quiet  "));
        }
    }

    /** The parent as the page shows it, with another {@code spec.who}. */
    private ObjectNode edited(String who) {
        ObjectNode parent = (ObjectNode)
                Json.object(world.get(PARENT, "application/json").body().getBytes(StandardCharsets.UTF_8))
                        .path("parent");
        parent.withObject("/spec").put("who", who);
        return parent;
    }

    private HttpResponse<String> tried(ObjectNode parent) {
        return world.post(PARENT + "/try", "{\"parent\":" + GoJson.text(parent) + "}");
    }

    @Test
    void theWritesOfAnEditedParentAreNamedAndNothingIsWritten() {
        settled();
        called.clear();

        var answer = tried(edited("You"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body())
                .contains("\"state\":\"would change\"")
                .contains("{\"do\":\"update\",\"fields\":[\"data.text: \\\"Hello, World\\\" → \\\"Hello, You\\\"\"],"
                        + "\"object\":\"ConfigMap default/a\"}");
        assertThat(answer.body())
                .contains("\"answer\":{\"children\":[", "\"data\":{\"text\":\"Hello, You\"}")
                .containsPattern("\"times\":\\{[^}]*\"hook\":[0-9.]+[^}]*\"total\":[0-9.]+");
        assertThat(called).containsExactly("p");
        assertThat(world.tried).containsExactly("try update Thing default/p");
        assertThat(world.why("Thing/p")).doesNotContain("Hello, You");
    }

    @Test
    void anUneditedParentWouldChangeNothing() {
        settled();

        assertThat(tried(edited("World")).body())
                .contains("\"state\":\"unchanged\"")
                .contains("\"writes\":[]");
    }

    @Test
    void theFailureOfTheHookIsNamed() {
        settled();

        assertThat(tried(edited("Nobody")).body())
                .contains("\"state\":\"failed\"")
                .contains("there is nobody to greet")
                .contains("\"total\":")
                .doesNotContain("\"answer\":");
    }

    @Test
    void anAnswerThatIsNoJsonIsNamed() {
        settled();

        assertThat(tried(edited("Garbage")).body())
                .contains("\"state\":\"failed\"")
                .contains("sync hook failed")
                .doesNotContain("\"answer\":");
    }

    @Test
    void aMistakeGetsTheMessageOfTheApiServer() {
        world.apply(TestKinds.withSpec(
                TestKinds.THING,
                "{type: object, properties: {who: {type: string, maxLength: 10}, count: {type: integer}}}"));
        settled();
        ObjectNode parent = edited("You");
        parent.withObject("/spec").put("who", 7);

        assertThat(tried(parent).statusCode()).isEqualTo(422);
        assertThat(tried(parent).body()).contains("spec.who: Invalid value");
        assertThat(tried(edited("Somebody with a long name")).body()).contains("spec.who");
    }

    @Test
    void anotherObjectIsRefused() {
        settled();
        ObjectNode renamed = edited("You");
        renamed.withObject("/metadata").put("name", "q");
        ObjectNode hidden = edited("(hidden)");

        assertThat(tried(renamed).body()).contains("must stay Thing default/p");
        assertThat(tried(hidden).body()).contains("values of Secrets are hidden");
        assertThat(world.post(PARENT.replace("-c/", "-other/") + "/try", "{\"parent\":{}}")
                        .body())
                .contains("there is no ");
        assertThat(world.post(PARENT + "/try", "{}").statusCode()).isEqualTo(400);
        assertThat(world.post(PARENT + "/try", "no JSON").statusCode()).isEqualTo(422);
    }

    @Test
    void aHookThatMayChangeTheClusterIsNotCalled() {
        settled();
        world.edit(
                "compositecontrollers",
                "c",
                "{\"spec\":{\"hooks\":{\"sync\":{\"webhook\":{\"url\":\"http://hooks.hookline/binder/sync\"}}}}}",
                "me");
        soon().until(() -> world.why("Thing/p").contains("now        done"));
        world.acting.add("binder");
        called.clear();

        String answer = tried(edited("You")).body();

        assertThat(answer).contains("it may change the cluster itself").contains("\"writes\":[]");
        assertThat(called).isEmpty();
    }

    @Test
    void aParentThatIsNoLongerSelectedIsNotSaidToBeUnchanged() {
        settled();
        world.edit("things", "p", "{\"metadata\":{\"labels\":{\"team\":\"web\"}}}", "me");
        world.edit(
                "compositecontrollers",
                "c",
                "{\"spec\":{\"parentResource\":{\"labelSelector\":{\"matchLabels\":{\"team\":\"web\"}}}}}",
                "me");
        soon().until(() -> world.why("Thing/p").contains("now        done"));
        ObjectNode other = edited("World");
        other.withObject("/metadata").putObject("labels").put("team", "data");

        assertThat(tried(edited("World")).body()).contains("\"state\":\"unchanged\"");
        assertThat(tried(other).body()).isEqualTo("{\"failure\":\"no controller selects it\",\"writes\":[]}");
    }

    @Test
    void aClusterThatCannotBeReadIsNamedInJson() throws IOException, InterruptedException {
        settled();
        ForwardingCluster down = new ForwardingCluster(world.cluster) {
            @Override
            public ObjectList list(ApiResource resource, ListOptions options) {
                throw new ClusterException.Unavailable(503, "etcd is gone");
            }
        };
        Cluster bare = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));

        for (String path : List.of("/try", "/request")) {
            assertThat(tried(down, path).statusCode()).isEqualTo(502);
            assertThat(tried(down, path).body()).startsWith("{\"error\":\"").contains("etcd is gone");
            assertThat(tried(bare, path).statusCode()).isEqualTo(422);
            assertThat(tried(bare, path).body()).startsWith("{\"error\":\"").contains("install their CRDs");
        }
    }

    private HttpResponse<String> tried(Cluster cluster, String path) throws IOException, InterruptedException {
        String body = "{\"parent\":" + GoJson.text(edited("You")) + "}";
        try (ConsoleServer console = world.console(0, world.trial(cluster))) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(console.uri() + PARENT + path))
                    .header("Authorization", TOKEN)
                    .header("Content-Type", "application/json");
            return HttpClient.newHttpClient()
                    .send(
                            (path.equals("/try")
                                            ? request.POST(HttpRequest.BodyPublishers.ofString(body))
                                            : request.GET())
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POST, application/json, 404",
        "PUT, application/json, 405",
        "POST, text/plain, 404",
    })
    void onlyDevTries(String method, String type, int status) throws IOException, InterruptedException {
        try (ConsoleServer watch = world.console(0, null)) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(watch.uri() + PARENT + "/try"))
                    .method(method, HttpRequest.BodyPublishers.ofString("{}"))
                    .header("Authorization", TOKEN)
                    .header("Content-Type", type)
                    .build();

            assertThat(HttpClient.newHttpClient()
                            .send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Type, text/plain, 415",
        "Content-Type, application/x-www-form-urlencoded, 415",
        "Sec-Fetch-Site, cross-site, 403",
        "Origin, http://evil.example, 403",
        "Authorization, Bearer other, 401"
    })
    void pagesOfOthersTryNothing(String header, String value, int status) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(world.console.uri() + PARENT + "/try"))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .setHeader("Authorization", TOKEN)
                .setHeader("Content-Type", "application/json")
                .setHeader(header, value)
                .build();

        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(status);
    }

    @Test
    void theAnswerIsShownWithoutValuesOfSecretsThatTheHookGotOrMade() {
        world.apply("{apiVersion: v1, kind: Secret, metadata: {name: given, namespace: default},"
                + " stringData: {password: planted-value}}");
        world.hook = request -> request.type() == HookType.CUSTOMIZE
                ? answer(
                        "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"secrets\",\"names\":[\"given\"]}]}")
                : answer("{\"status\":{\"url\":\"http://me:planted-value@db\"},\"children\":["
                        + "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\",\"annotations\":"
                        + "{\"copy\":\"planted-made\",\"backwards\":\"edam-detnalp\"}},\"stringData\":{\"k\":\"planted-made\"}},"
                        + "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},\"data\":{\"text\":"
                        + "\"planted-made and cGxhbnRlZC12YWx1ZQ== for "
                        + request.parent().tree().path("spec").path("who").asText() + "\"}}]}");
        world.controller("- {apiVersion: v1, resource: secrets, updateStrategy: {method: InPlace}}\n"
                + hooks("sync", "customize"));
        world.thing("p");
        soon().until(() -> world.why("Thing/p"), text -> text.contains("created Secret") && text.contains("  quiet  "));

        var answer = tried(edited("You"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(Json.object(answer.body().getBytes(StandardCharsets.UTF_8))
                        .path("answer")
                        .toString())
                .contains("for You", "\"url\":\"http://me:", "Secret")
                .doesNotContain("planted", "cGxhbnRlZC1", "edam");
    }

    @Test
    void theRequestOfTheHookIsShownWithoutValuesOfSecrets() {
        world.hook =
                _ -> answer("{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\","
                        + "\"annotations\":{\"copy\":\"planted-value\"}},\"stringData\":{\"k\":\"planted-value\"}},"
                        + "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
                        + "\"data\":{\"url\":\"http://me:planted-value@db\"}}]}");
        world.controller("- {apiVersion: v1, resource: secrets, updateStrategy: {method: InPlace}}\n" + hooks("sync"));
        world.thing("p");
        soon().until(() -> world.why("Thing/p"), text -> text.contains("created Secret") && text.contains("  quiet  "));

        var answer = world.get(PARENT + "/request", "application/json");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body())
                .contains("\"parent\":{", "\"Secret.v1\"", "\"ConfigMap.v1\"", "\"who\":\"World\"")
                .doesNotContain("planted-value", "cGxhbnRlZC12YWx1ZQ", "managedFields");
        assertThat(world.tried).isEmpty();
        assertThat(world.get(PARENT + "-nothing/request", "application/json").statusCode())
                .isEqualTo(422);
    }
}
