package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;

/** A cluster in memory with a manual clock, and short methods for tests. */
public final class LocalObjects implements InstantSource {

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
    final LocalCluster cluster = LocalCluster.create(this, new Random(1));

    @Override
    public Instant instant() {
        return now;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    ApiResource resource(String apiVersion, String plural) {
        return cluster.discover().find(apiVersion, plural).orElseThrow();
    }

    ApiResource configMaps() {
        return resource("v1", "configmaps");
    }

    /** Creates an object from JSON with single quotes. */
    public KubeObject create(String json) {
        KubeObject object = KubeObject.of(json.replace('\'', '"'));
        ApiResource resource = cluster.discover().find(object.gvk()).orElseThrow();
        return cluster.create(resource, object, WriteOptions.PLAIN);
    }

    KubeObject configMap(String name, String metadata) {
        return create("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'" + name + "','namespace':'default'"
                + (metadata.isEmpty() ? "" : "," + metadata) + "}}");
    }

    static String ownedBy(KubeObject owner, boolean blocking) {
        return "{'apiVersion':'" + owner.apiVersion() + "','kind':'" + owner.kind() + "','name':'" + owner.name()
                + "','uid':'" + owner.uid() + "','blockOwnerDeletion':" + blocking + "}";
    }

    static String owners(String... references) {
        return "'ownerReferences':[" + String.join(",", references) + "]";
    }

    KubeObject get(ApiResource resource, String name) {
        return cluster.get(resource, new ObjectKey(resource.namespaced() ? "default" : "", name));
    }

    /** Applies JSON with single quotes; takes over the fields of other managers. */
    KubeObject apply(ApiResource resource, String name, String manager, String json) {
        return cluster.patch(
                resource,
                new ObjectKey("default", name),
                new Patch(Patch.Type.APPLY, json.replace('\'', '"')),
                new WriteOptions("", manager, true, false));
    }

    JsonNode tree(ApiResource resource, String name) {
        return get(resource, name).tree();
    }

    boolean exists(String configMap) {
        try {
            get(configMaps(), configMap);
            return true;
        } catch (ClusterException.NotFound e) {
            return false;
        }
    }

    Optional<KubeObject> delete(ApiResource resource, String name, Propagation propagation) {
        ObjectKey key = new ObjectKey(resource.namespaced() ? "default" : "", name);
        return cluster.delete(resource, key, new DeleteOptions("", "", propagation, -1, false));
    }

    /** Patches with JSON with single quotes. */
    KubeObject patch(ApiResource resource, String name, Patch.Type type, String body) {
        ObjectKey key = new ObjectKey(resource.namespaced() ? "default" : "", name);
        return cluster.patch(resource, key, new Patch(type, body.replace('\'', '"')), WriteOptions.PLAIN);
    }

    /** The names of the objects in namespace default that match a field selector. */
    Iterable<String> names(ApiResource resource, String fields) {
        ListOptions options = new ListOptions("default", LabelSelector.EVERYTHING, fields, 0, "", "");
        return cluster.list(resource, options).items().stream()
                .map(KubeObject::name)
                .toList();
    }
}
