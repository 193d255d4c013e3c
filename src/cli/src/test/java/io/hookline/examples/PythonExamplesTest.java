package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.HookType;
import io.hookline.testing.FixtureRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What the hooks of examples in Python promise beyond single requests. */
class PythonExamplesTest {

    private static List<String> kinds(JsonNode answer) {
        return StreamSupport.stream(answer.path("children").spliterator(), false)
                .map(child -> child.path("kind").asText())
                .toList();
    }

    @Test
    void routesOfAMeshHaveTogetherAllOfTheTrafficOnceTheyHaveWeights() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        try (ExampleHook hook = new ExampleHook("mesh-route")) {
            ObjectNode request = hook.request("mutate-one-without-a-weight");
            for (int i = 0; i < 100; i++) {
                ArrayNode routes = ((ObjectNode) request.at("/object/spec")).putArray("routes");
                int left = 100;
                int without = random.nextInt(1, 5);
                for (int n = random.nextInt(5); n > 0; n--) {
                    int weight = random.nextInt(left + 1);
                    routes.addObject().put("subset", "w" + n).put("weight", weight);
                    left -= weight;
                }
                for (int n = without; n > 0; n--) {
                    routes.insertObject(random.nextInt(routes.size() + 1)).put("subset", "n" + n);
                }

                JsonNode object =
                        hook.call(HookType.MUTATE, request, FixtureRunner.NOW).path("object");
                int total = 0;
                for (JsonNode route : object.at("/spec/routes")) {
                    total += route.path("weight").asInt();
                }

                assertThat(total).isEqualTo(100);
                ObjectNode again = request.deepCopy();
                again.set("object", object);
                assertThat(hook.call(HookType.MUTATE, again, FixtureRunner.NOW).path("object"))
                        .isEqualTo(object);
                assertThat(hook.call(HookType.VALIDATE, again, FixtureRunner.NOW)
                                .path("causes"))
                        .isEmpty();
            }
        }
    }

    @Test
    void serversOfMySqlThatRunKeepRunningWithoutTheirSecretAndRoutersWithoutAServer() throws Exception {
        try (ExampleHook hook = new ExampleHook("mysql-cluster")) {
            ObjectNode request = hook.request("one-server-is-ready");
            JsonNode running = hook.sync(request);
            assertThat(kinds(running)).contains("StatefulSet", "Deployment");

            ((ObjectNode) request.at("/related/Secret.v1")).removeAll();
            assertThat(hook.sync(request)).isEqualTo(running);

            JsonNode router = StreamSupport.stream(running.path("children").spliterator(), false)
                    .filter(child -> child.path("kind").asText().equals("Deployment"))
                    .findFirst()
                    .orElseThrow();
            ObjectNode observed = router.deepCopy();
            ((ObjectNode) observed.path("metadata")).put("namespace", "default");
            ((ObjectNode) request.at("/children").path("Deployment.apps/v1")).set("default/inventory-router", observed);
            for (JsonNode set : request.at("/children").path("StatefulSet.apps/v1")) {
                ((ObjectNode) set.path("status")).put("readyReplicas", 0);
            }
            JsonNode down = hook.sync(request);
            assertThat(kinds(down)).contains("StatefulSet", "Deployment");
            assertThat(down.at("/status/cluster/status").asText()).isEqualTo("INITIALIZING");
        }
    }

    @Test
    void ofRoutesThatWantOnePlaceExactlyOneIsAdmitted() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        try (ExampleHook hook = new ExampleHook("route")) {
            ObjectNode request = hook.request("an-older-route-has-the-host");
            ObjectNode routes = (ObjectNode) request.path("related").path("Route.route.example.com/v1");
            JsonNode sample = routes.elements().next();
            for (int i = 0; i < 30; i++) {
                routes.removeAll();
                List<ObjectNode> rivals = new ArrayList<>();
                for (int n = random.nextInt(1, 6); n > 0; n--) {
                    ObjectNode rival = sample.deepCopy();
                    ((ObjectNode) rival.path("metadata"))
                            .put("name", "r" + n)
                            .put("uid", "u" + n)
                            .put("creationTimestamp", "2026-01-0" + random.nextInt(1, 3) + "T00:00:00Z");
                    rivals.add(rival);
                    routes.set(rival.at("/metadata/namespace").asText() + "/r" + n, rival);
                }
                int admitted = 0;
                for (ObjectNode rival : rivals) {
                    request.set("parent", rival);
                    admitted += kinds(hook.sync(request)).size();
                }

                assertThat(admitted).isOne();
            }
        }
    }

    @Test
    void aTrainingThatHasEndedStartsNoPodAgain() throws Exception {
        try (ExampleHook hook = new ExampleHook("training-job")) {
            ObjectNode request = hook.request("the-chief-has-succeeded");
            ObjectNode status = (ObjectNode) hook.sync(request).path("status");
            ((ObjectNode) request.at("/parent")).set("status", status);
            for (String result : new String[] {"True", "False"}) {
                ((ObjectNode) status.path("conditions").get(0)).put("status", result);
                for (String policy : new String[] {"None", "Running", "All"}) {
                    ((ObjectNode) request.at("/parent/spec/runPolicy")).put("cleanPodPolicy", policy);
                    ObjectNode gone = request.deepCopy();
                    ((ObjectNode) gone.at("/children/Pod.v1")).removeAll();

                    assertThat(kinds(hook.sync(gone))).isEmpty();
                    assertThat(hook.sync(gone).at("/status/conditions/0/status").asText())
                            .isEqualTo(result);
                }
            }
        }
    }
}
