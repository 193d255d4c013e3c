package io.hookline.cli.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.contract.ClusterFixture;
import io.hookline.contract.World;
import io.hookline.contract.Worlds;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An API server accepts a generated CRD, and enforces it. */
@Worlds(World.Kind.MEMORY)
class GeneratedCrdTest extends ClusterFixture {

    private static final String COMPLETE = """
            {"beds":3,"tool":"FORK","note":"n","prices":{"rose":2},"plants":[{"name":"oak","height":3,"offspring":[{"name":"a"}]}],
             "tags":["a"],"opens":"2026-01-01T00:00:00Z","water":"1.5Gi","port":"http","owner":"ann",
             "resources":{"limits":{"cpu":"500m","memory":1}},
             "containers":[{"name":"c","image":"i","ports":[{"containerPort":80}],"unknown":1}],
             "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}},
             "anything":[1,{"a":"b"}],"share":0.5,"total":9007199254740993,"misspelt":1}""";

    @TempDir
    private Path folder;

    private void install() throws IOException {
        CrdRun run = new CrdRun(folder);
        assertThat(run.run(run.write("Garden.java", CrdRun.GARDEN)))
                .as(run.error())
                .isZero();
        KubeObject crd = KubeObject.of((ObjectNode) run.printed());
        cluster().create(definitions(), crd, WriteOptions.PLAIN);
        Awaitility.await("the kind is served").atMost(Duration.ofSeconds(60)).until(this::isServed);
        KubeObject accepted = cluster().get(definitions(), ObjectKey.clusterScoped("gardens.crd.hookline.io"));
        assertThat(accepted.tree().path("status").path("conditions").findValuesAsText("type"))
                .contains("Established", "NamesAccepted")
                .doesNotContain("NonStructuralSchema");
    }

    @AfterEach
    void uninstall() {
        cluster().delete(definitions(), ObjectKey.clusterScoped("gardens.crd.hookline.io"), DeleteOptions.BACKGROUND);
    }

    private boolean isServed() {
        if (cluster().discover().find("crd.hookline.io/v1beta1", "gardens").isEmpty()) {
            return false;
        }
        try {
            cluster().create(gardens(), garden("probe", COMPLETE), new WriteOptions("", "", false, true));
            return true;
        } catch (ClusterException.NotFound | ClusterException.BadRequest | ClusterException.TooManyRequests _) {
            return false; // known to discovery some moments before its objects are
        }
    }

    @Test
    void aGeneratedCrdIsAcceptedAndEnforced() throws IOException {
        install();

        JsonNode spec = cluster()
                .create(gardens(), garden("complete", COMPLETE), WriteOptions.PLAIN)
                .tree()
                .path("spec");
        assertThat(spec.path("open").booleanValue()).isTrue();
        assertThat(spec.has("misspelt")).isFalse();
        assertThat(spec.at("/containers/0").has("unknown")).isFalse();
        assertThat(spec.at("/plants/0/offspring/0/name").asText()).isEqualTo("a");
        assertThat(spec.at("/template/metadata/labels/a").asText()).isEqualTo("b");
        assertThat(spec.at("/template/spec/containers/0/image").asText()).isEqualTo("i");
        assertThat(spec.path("anything")).hasToString("[1,{\"a\":\"b\"}]");
        assertThat(spec.path("resources")).hasToString("{\"limits\":{\"cpu\":\"500m\",\"memory\":1}}");
        assertThat(spec.path("total").longValue()).isEqualTo(9_007_199_254_740_993L);

        assertRefused("{\"tool\":\"FORK\"}", "spec.beds: Required value");
        assertRefused("{\"beds\":0,\"tool\":\"FORK\"}", "spec.beds: Invalid value: 0");
        assertRefused("{\"beds\":1,\"tool\":\"AXE\"}", "spec.tool: Unsupported value: \"AXE\"");
        assertRefused("{\"beds\":1,\"tool\":\"FORK\",\"owner\":\"Ann\"}", "spec.owner: Invalid value: \"Ann\"");
        assertRefused("{\"beds\":1,\"tool\":\"FORK\",\"water\":\"much\"}", "spec.water: Invalid value: \"much\"");
        assertRefused("{\"beds\":1,\"tool\":\"FORK\",\"plants\":[{}]}", "spec.plants[0].height: Required value");
    }

    private void assertRefused(String spec, String message) {
        assertThatThrownBy(() -> cluster().create(gardens(), garden("wrong", spec), WriteOptions.PLAIN))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(message);
    }

    private ApiResource gardens() {
        return resource("crd.hookline.io/v1beta1", "gardens");
    }

    private ApiResource definitions() {
        return resource("apiextensions.k8s.io/v1", "customresourcedefinitions");
    }

    private KubeObject garden(String name, String spec) {
        return KubeObject.of("{\"apiVersion\":\"crd.hookline.io/v1beta1\",\"kind\":\"Garden\",\"metadata\":{\"name\":\""
                + name + "\",\"namespace\":\"" + namespace() + "\"},\"spec\":" + spec + "}");
    }
}
