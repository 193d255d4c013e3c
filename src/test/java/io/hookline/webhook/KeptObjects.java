package io.hookline.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.UnaskedCluster;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A cluster that supports only get requests for Secrets and ConfigMaps. */
public final class KeptObjects extends UnaskedCluster {

    private final Map<String, KubeObject> objects = new ConcurrentHashMap<>();

    /** Puts a Secret {@code ns/name} with these keys and values. */
    public KeptObjects secret(String name, Map<String, String> values) {
        ObjectNode data = Json.NODES.objectNode();
        values.forEach((key, value) ->
                data.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return put("Secret", name, "data", data);
    }

    /** Puts a ConfigMap {@code ns/name} with these keys and values. */
    public KeptObjects configMap(String name, Map<String, String> values) {
        ObjectNode data = Json.NODES.objectNode();
        values.forEach(data::put);
        return put("ConfigMap", name, "data", data);
    }

    /** Puts any object. */
    public KeptObjects put(String kind, String name, String field, ObjectNode data) {
        String json = "{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "\",\"metadata\":{\"namespace\":\"ns\",\"name\":\""
                + name + "\"},\"" + field + "\":" + GoJson.text(data) + "}";
        objects.put(kind + " ns/" + name, KubeObject.of(json));
        return this;
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        KubeObject object = objects.get(resource.kind() + " " + key);
        if (object == null) {
            throw new ClusterException.NotFound(resource.plural() + " \"" + key.name() + "\" not found");
        }
        return object;
    }
}
