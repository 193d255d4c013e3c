package io.hookline.watcher;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A cluster in memory, as a user sees and changes it. Names without a namespace are those of namespace default. */
public final class LocalWorld {

    private static final YAMLMapper YAML = new YAMLMapper();

    public final LocalCluster cluster;

    /** With kinds Thing and Gadget. */
    public LocalWorld() {
        cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
        apply(TestKinds.THING);
        apply(TestKinds.GADGET);
    }

    /** An object from YAML. */
    public static KubeObject object(String yaml) {
        try {
            return KubeObject.of(Json.object(YAML.readTree(yaml).toString().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates or replaces an object. */
    public KubeObject apply(String yaml) {
        return apply(object(yaml));
    }

    /** Creates or replaces an object. */
    KubeObject apply(KubeObject object) {
        ApiResource resource = cluster.discover().find(object.gvk()).orElseThrow();
        try {
            return cluster.create(resource, object, WriteOptions.PLAIN);
        } catch (ClusterException.AlreadyExists _) {
            ObjectNode next = object.tree();
            String version = cluster.get(resource, object.key()).resourceVersion();
            ((ObjectNode) next.get("metadata")).put("resourceVersion", version);
            return cluster.update(resource, KubeObject.of(next), WriteOptions.PLAIN);
        }
    }

    /** A parent. */
    public KubeObject thing(String name) {
        return apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name
                + ", namespace: default}, spec: {}}");
    }

    public ApiResource resource(String plural) {
        return cluster.discover().resources().stream()
                .filter(resource -> resource.plural().equals(plural))
                .findFirst()
                .orElseThrow();
    }

    public Optional<KubeObject> find(String plural, String name) {
        try {
            return Optional.of(cluster.get(resource(plural), key(plural, name)));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    public KubeObject get(String plural, String name) {
        return find(plural, name).orElseThrow();
    }

    public List<KubeObject> all(String plural) {
        return cluster.list(resource(plural), ListOptions.ALL).items();
    }

    /** Changes an object as another client would. */
    KubeObject patch(String plural, String name, String mergePatch) {
        return cluster.patch(resource(plural), key(plural, name), Patch.merge(mergePatch), WriteOptions.PLAIN);
    }

    public void delete(String plural, String name) {
        cluster.delete(resource(plural), key(plural, name), DeleteOptions.BACKGROUND);
    }

    private ObjectKey key(String plural, String name) {
        boolean full = name.contains("/") || !resource(plural).namespaced();
        return full ? ObjectKey.parse(name) : new ObjectKey("default", name);
    }
}
