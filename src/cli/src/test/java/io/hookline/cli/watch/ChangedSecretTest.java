package io.hookline.cli.watch;

import static io.hookline.cli.WatchedCluster.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.WatchedCluster;
import io.hookline.object.KubeObject;
import io.hookline.story.upstream.StubHooks;
import io.hookline.watcher.TestKinds;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Secret of a hook's credentials changes while its controller runs. */
class ChangedSecretTest {

    private static final String BROKEN =
            "CredentialsError: Changed credentials cannot be used, hooks are called with the "
                    + "last valid ones: authorization: Secret default/s not found";

    private final WatchedCluster cluster = new WatchedCluster();
    private StubHooks hooks;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        hooks = StubHooks.plain();
        cluster.installControllerKinds();
        cluster.apply(TestKinds.THING);
    }

    @AfterEach
    void close() {
        cluster.close();
        hooks.close();
    }

    private static String child(JsonNode request) {
        return "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"of-"
                + request.at("/parent/metadata/name").asText() + "\"}}]}";
    }

    private void secret(String token) {
        cluster.apply("{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {token: " + token + "}}");
    }

    private void controller() {
        String url = hooks.serve("sync", "Bearer old", ChangedSecretTest::child);
        cluster.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources: [{apiVersion: v1, resource: configmaps}]
                  endpointConfigs:
                    - host: "%s"
                      authorization: {secretRef: {name: s, namespace: default, key: token}}
                  hooks:
                    sync: {webhook: {url: "%s"}}
                    finalize: {webhook: {url: "%s"}}
                """.formatted(hooks.host(), url, url));
    }

    private void parent(String name) {
        cluster.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name + "}}");
    }

    private void awaitChildOf(String parent) {
        soon().until(() -> cluster.find("v1", "configmaps", "of-" + parent).isPresent());
    }

    /** Events about the controller's credentials, with their counts. */
    private List<String> reported() {
        return cluster.events().stream()
                .map(KubeObject::tree)
                .filter(event -> event.path("reason").asText().startsWith("Credentials"))
                .map(event -> event.path("reason").asText() + ": "
                        + event.path("message").asText() + " x"
                        + event.path("count").asInt())
                .toList();
    }

    @Test
    void aRunningControllerUsesTheNewToken() {
        secret("old");
        controller();
        parent("before");
        awaitChildOf("before");

        hooks.serve("sync", "Bearer new", ChangedSecretTest::child);
        secret("new");
        parent("after");
        awaitChildOf("after");
        assertThat(reported()).isEmpty();
    }

    @Test
    void aDeletedSecretIsReportedOnceForAllHooksAndSoIsItsRepair() {
        secret("old");
        controller();
        parent("before");
        awaitChildOf("before");

        cluster.delete("v1", "secrets", "s");
        soon().untilAsserted(() -> assertThat(reported()).containsExactly(BROKEN + " x1"));
        parent("meanwhile");
        awaitChildOf("meanwhile");

        secret("old");
        soon().untilAsserted(() -> assertThat(reported())
                .containsExactlyInAnyOrder(
                        BROKEN + " x1", "CredentialsRecovered: Credentials of the hooks can be used again x1"));
    }
}
