package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.WriteOptions;
import io.hookline.contract.RawApi.Answer;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.yaml.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Which values of custom resources are refused, and in which form the others are stored. Each line of {@code
 * values.txt} is a field of the kind in {@code values-crd.yaml}, a value and what a real server decides.
 */
@Worlds(World.Kind.HTTP)
class ValueContractTest extends ClusterFixture {

    private static final String GROUP = "decisions.example.com";

    private String path() {
        return "/apis/" + GROUP + "/v1/namespaces/" + namespace() + "/vals?dryRun=All";
    }

    private void define() {
        JsonNode crd = Yaml.first(Decisions.resource("values-crd.yaml").getBytes(StandardCharsets.UTF_8))
                .tree();
        ApiResource definitions = cluster()
                .discover()
                .find(new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"))
                .orElseThrow();
        cluster().create(definitions, KubeObject.of((ObjectNode) crd), WriteOptions.PLAIN);
        Awaitility.await("the kind is served")
                .atMost(Duration.ofSeconds(60))
                .until(() -> send("s \"a\"", "").code() == 201);
    }

    private Answer send(String input, String options) {
        int space = input.indexOf(' ');
        String field = input.substring(0, space);
        String body = "{\"apiVersion\":\"" + GROUP + "/v1\",\"kind\":\"Val\",\"metadata\":{\"name\":\"a\"},\"spec\":{\""
                + field + "\":" + input.substring(space + 1) + "}}";
        return world.server().orElseThrow().send("POST", path() + options, "application/json", body);
    }

    /** The decision, with the stored value, and the code of strict validation if it differs. */
    private String decision(String input) {
        Answer answer = send(input, "");
        String decision = Decisions.of(answer);
        String field = input.substring(0, input.indexOf(' '));
        if (answer.code() == 201) {
            decision += " " + Decisions.sorted(answer.json().path("spec").path(field));
        }
        int strict = send(input, "&fieldValidation=Strict").code();
        return strict == answer.code() ? decision : decision + " strict " + strict;
    }

    @Test
    void decidesAsARealServer() throws IOException {
        define();
        Decisions decisions = new Decisions("values", world);
        decisions.limit("i 1e18", "201 1000000000000000000");
        decisions.limit("mul 1.0", "422 Invalid spec.mul");
        List<String> inputs = Decisions.resource("values.txt")
                .lines()
                .map(line -> line.split(" => ", 2)[0])
                .toList();
        inputs.forEach(input -> decisions.add(input, decision(input)));

        assertThat(decisions.differences()).isEmpty();
    }
}
