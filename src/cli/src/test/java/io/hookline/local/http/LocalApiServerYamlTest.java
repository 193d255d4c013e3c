package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.local.ApiClient;
import io.hookline.local.ApiClient.Answer;
import io.hookline.local.LocalClusters;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** YAML bodies have the same meaning as in kube-apiserver. */
class LocalApiServerYamlTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final LocalApiServer server = LocalApiServer.start(LocalClusters.fresh(), 0);
    private final ApiClient client = new ApiClient(server);

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private Answer create(String path, String yaml) {
        return client.send("POST", path, yaml.getBytes(StandardCharsets.UTF_8), "Content-Type", "application/yaml");
    }

    private Answer apply(String yaml) {
        return client.patch(MAPS + "/m?fieldManager=me", "application/apply-patch+yaml", yaml);
    }

    @Test
    void anAliasIsReplacedByItsAnchor() {
        String yaml = """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: m}
                data: {a: &x hi, b: *x}
                """;

        assertThat(create(MAPS, yaml).json().path("data").toString()).isEqualTo("{\"a\":\"hi\",\"b\":\"hi\"}");
        assertThat(apply(yaml).json().path("data").toString()).isEqualTo("{\"a\":\"hi\",\"b\":\"hi\"}");
    }

    @Test
    void aMergeAddsTheFieldsOfItsAnchor() {
        Answer answer = create(MAPS, """
                metadata:
                  name: m
                  labels: &labels {app: web}
                  annotations: {<<: *labels, by: me}
                """);

        assertThat(answer.json().path("metadata").path("annotations"))
                .isEqualTo(Json.NODES.objectNode().put("app", "web").put("by", "me"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0644", "0o644", "0x1a4", "420"})
    void aFileModeIsOctalWithAZeroInFront(String mode) {
        Answer answer = create("/api/v1/namespaces/default/pods", """
                metadata: {name: p}
                spec:
                  containers: [{name: c, image: i}]
                  volumes: [{name: v, secret: {secretName: s, defaultMode: %s}}]
                """.formatted(mode));

        assertThat(answer.json().at("/spec/volumes/0/secret/defaultMode").asInt())
                .isEqualTo(0644);
    }

    @Test
    void yesWithoutQuotesIsABoolean() {
        Answer answer = create(MAPS, "metadata: {name: m}\ndata: {more: yes}\n");

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.at("/message")).contains("cannot unmarshal bool into Go struct field ConfigMap.data");
    }

    @Test
    void anAliasBombIsRefused() {
        StringBuilder bomb = new StringBuilder("metadata: {name: m}\na: &a [x, x, x, x, x, x, x, x, x]\n");
        for (char level = 'b'; level <= 'i'; level++) {
            bomb.append("%c: &%<c [%s]\n".formatted(level, ("*" + (char) (level - 1) + ", ").repeat(9)));
        }

        assertThat(create(MAPS, bomb.toString()).code()).isEqualTo(400);
        assertThat(create(MAPS, bomb.toString()).at("/message")).contains("document contains excessive aliasing");
        assertThat(apply(bomb.toString()).code()).isEqualTo(400);
        assertThat(apply(bomb.toString()).at("/message")).contains("document contains excessive aliasing");
    }

    @Test
    void invalidYamlIsRefusedWithItsLine() {
        assertThat(create(MAPS, "metadata:\n  name: [a\n").at("/message")).contains("yaml: line 3: ");
        assertThat(apply("metadata:\n  name: [a\n").at("/message")).contains("yaml: line 3: ");
    }
}
