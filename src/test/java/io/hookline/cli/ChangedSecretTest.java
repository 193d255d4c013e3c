package io.hookline.cli;

import static io.hookline.cli.WatchedCluster.soon;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.watcher.TestKinds;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Secret of a hook's credentials is read when its controller starts. */
class ChangedSecretTest {

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

    private void parent(String name) {
        cluster.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name + "}}");
    }

    private void awaitChildOf(String parent) {
        soon().until(() -> cluster.find("v1", "configmaps", "of-" + parent).isPresent());
    }

    @Test
    void aRunningControllerShowsTheOldTokenUntilItIsChangedItself() {
        String url = hooks.serve("sync", "Bearer old", ChangedSecretTest::child);
        secret("old");
        cluster.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources: [{apiVersion: v1, resource: configmaps}]
                  hooks:
                    sync:
                      webhook:
                        url: "%s"
                        authorization: {secretRef: {name: s, namespace: default, key: token}}
                """.formatted(url));
        parent("before");
        awaitChildOf("before");

        secret("new");
        parent("meanwhile");
        awaitChildOf("meanwhile");

        hooks.serve("sync", "Bearer new", ChangedSecretTest::child);
        cluster.merge(
                "metacontroller.k8s.io/v1alpha1",
                "compositecontrollers",
                "c",
                "{\"spec\":{\"resyncPeriodSeconds\":3600}}");
        parent("after");
        awaitChildOf("after");
    }
}
