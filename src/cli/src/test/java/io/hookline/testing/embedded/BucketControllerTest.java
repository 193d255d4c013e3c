package io.hookline.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.cluster.ListOptions;
import io.hookline.hook.Answer;
import io.hookline.hook.Parent;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.testing.YamlObjects;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hook object of the test, its controller as text, and a client that connects over HTTPS. */
@EmbeddedCluster
class BucketControllerTest {

    private static final String CONTROLLER = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: buckets.storage.example.com}
            spec:
              group: storage.example.com
              scope: Namespaced
              names: {kind: Bucket, plural: buckets, singular: bucket, listKind: BucketList}
              versions:
                - name: v1
                  served: true
                  storage: true
                  subresources: {status: {}}
                  schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            ---
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: buckets}
            spec:
              generateSelector: true
              parentResource: {apiVersion: storage.example.com/v1, resource: buckets}
              childResources:
                - {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}
              hooks:
                sync: {webhook: {service: {name: hooks, namespace: hookline}, path: /bucket/sync}}
            """;

    record Bucket(ObjectMeta metadata, Spec spec, Status status) implements Parent {
        record Spec(String region) {}

        record Status(String url) {}
    }

    /** The hook, with a field that tests may read. */
    static final class BucketHook implements SyncHook<Bucket> {
        @Override
        public Answer sync(Sync<Bucket> in) {
            String url =
                    "https://" + in.parent().spec().region() + "/" + in.parent().name();
            return Answer.of(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName(in.parent().name())
                            .endMetadata()
                            .addToData("url", url)
                            .build())
                    .status(new Bucket.Status(url))
                    .event("Published", "at " + url);
        }
    }

    @BeforeAll
    static void install(TestCluster cluster) {
        cluster.serve("bucket", new BucketHook());
        cluster.apply(YamlObjects.parse(CONTROLLER));
    }

    private static final Map<String, Object> PHOTOS = Map.of(
            "apiVersion",
            "storage.example.com/v1",
            "kind",
            "Bucket",
            "metadata",
            Map.of("name", "photos"),
            "spec",
            Map.of("region", "eu"));

    @Test
    void aHookObjectOfTheTestIsCalled(TestCluster cluster) {
        cluster.create(PHOTOS);

        ConfigMap map = cluster.await(ConfigMap.class, "photos");
        KubeObject bucket = cluster.await(
                "buckets", "photos", found -> cluster.read(found, Bucket.class).status() != null);

        assertThat(map.getData()).containsEntry("url", "https://eu/photos");
        assertThat(cluster.read(bucket, Bucket.class).status().url()).isEqualTo("https://eu/photos");
        assertThat(cluster.awaitEvent("Published Bucket/photos"))
                .isEqualTo("Normal Published Bucket/photos: at https://eu/photos");
        assertThat(cluster.events()).hasSize(1);
    }

    @Test
    void aStatusIsPatched(TestCluster cluster) {
        cluster.apply("{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\"},\"spec\":{"
                + "\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},"
                + "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}");

        KubeObject patched = cluster.patchStatus("deploy", "web", Map.of("readyReplicas", 2));

        assertThat(patched.tree().at("/status/readyReplicas").asInt()).isEqualTo(2);
    }

    @Test
    void aClientOfAnyKindConnectsWithTheKubeconfig(TestCluster cluster, @TempDir Path folder) throws Exception {
        cluster.create(PHOTOS);
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());

        try (KubeCluster client = KubeCluster.connect(KubeOptions.of("test").withKubeconfig(kubeconfig.toString()))) {
            var buckets = client.discover()
                    .find(GroupVersionKind.of("storage.example.com/v1", "Bucket"))
                    .orElseThrow();
            assertThat(client.list(buckets, ListOptions.ALL.inNamespace(cluster.namespace()))
                            .items())
                    .extracting(KubeObject::name)
                    .containsExactly("photos");
        }
        assertThat(cluster.kubeconfig()).contains("namespace: " + cluster.namespace(), "server: " + cluster.url());
        assertThat(cluster.url()).startsWith("https://127.0.0.1:");
    }

    @Test
    void severalObjectsAreNotOne(TestCluster cluster) {
        assertThatThrownBy(() -> cluster.create(YamlObjects.parse(CONTROLLER)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("expected one object, found 2: ");
    }
}
