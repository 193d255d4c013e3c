package io.hookline.watcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A cluster as Metacontroller leaves it behind: its fixture, made by plain requests.
 *
 * @param controller whose state it is; not in the cluster
 * @param parent the object that it handles
 * @param children as they were created
 * @param answer the answer of the hook, the same as before
 */
record UpstreamState(KubeObject controller, KubeObject parent, List<KubeObject> children, byte[] answer) {

    static UpstreamState create(Cluster cluster, String fixture, String namespace) {
        List<String> documents = documents(fixture, namespace);
        KubeObject parent = createParent(cluster, KubeObject.of(documents.get(1)));
        List<KubeObject> children = new ArrayList<>();
        for (String child : documents.subList(2, documents.size())) {
            KubeObject object = KubeObject.of(child.replace("PARENT_UID", parent.uid()));
            children.add(cluster.create(resource(cluster, object), object, WriteOptions.PLAIN));
        }
        KubeObject controller = KubeObject.of(documents.getFirst());
        return new UpstreamState(controller, parent, children, read(fixture + "-answer.json"));
    }

    ObjectKey key() {
        return parent.key();
    }

    /** The status is written with the status subresource. */
    private static KubeObject createParent(Cluster cluster, KubeObject wanted) {
        ApiResource things = resource(cluster, wanted);
        ObjectNode tree = cluster.create(things, wanted, WriteOptions.PLAIN).tree();
        tree.set("status", wanted.tree().path("status"));
        return cluster.update(things, KubeObject.of(tree), WriteOptions.STATUS);
    }

    private static ApiResource resource(Cluster cluster, KubeObject object) {
        return cluster.discover().find(object.gvk()).orElseThrow();
    }

    private static List<String> documents(String fixture, String namespace) {
        String yaml = new String(read(fixture + ".yaml"), StandardCharsets.UTF_8).replace("NAMESPACE", namespace);
        try (MappingIterator<JsonNode> nodes =
                new YAMLMapper().readerFor(JsonNode.class).readValues(yaml)) {
            List<String> documents = new ArrayList<>();
            nodes.forEachRemaining(node -> documents.add(node.toString()));
            return documents;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(String file) {
        try (InputStream in = UpstreamState.class.getResourceAsStream("/fixtures/switch/" + file)) {
            return Objects.requireNonNull(in).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
