package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.resource.ServedResource;
import io.hookline.object.GoJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/** Limits the size of objects like etcd, the storage of a real server, which limits the size of requests. */
public final class StoredSize {

    private static final long MAX_REQUEST = 3L << 19;

    /** The maximum that the real server's etcd client sends. */
    private static final long MAX_MESSAGE = 2L << 20;

    /** The size of a request to etcd besides the object: its key, twice, and a comparison. */
    private static final int OVERHEAD = 200;

    /** Fields of ConfigMaps and Secrets that are base64 in JSON and bytes in the storage. */
    private static final Set<String> BYTES = Set.of("Secret data", "ConfigMap binaryData");

    private StoredSize() {}

    /** Refuses a tree that is too large to be stored, with 500 and the message of etcd, as a real server does. */
    public static void check(ServedResource resource, ObjectNode tree) {
        long size = GoJson.bytes(tree).length;
        if (size > MAX_REQUEST && !resource.isCustom()) {
            size = protobufSize(tree);
        }
        size += OVERHEAD;
        if (size > MAX_MESSAGE) {
            throw new ClusterException.Unavailable(
                    500,
                    "rpc error: code = ResourceExhausted desc = trying to send message larger than max (" + size
                            + " vs. " + MAX_MESSAGE + ")");
        }
        if (size > MAX_REQUEST) {
            throw new ClusterException.Unavailable(500, "etcdserver: request is too large");
        }
    }

    /** Built-in kinds are stored as protobuf, where texts are not escaped and fields have no names. */
    private static long protobufSize(ObjectNode tree) {
        String kind = tree.path("kind").asText();
        long size = 0;
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            long value = protobufSize(field.getValue());
            size += BYTES.contains(kind + " " + field.getKey()) ? value * 3 / 4 : value;
        }
        return size;
    }

    private static long protobufSize(JsonNode value) {
        if (value.isTextual()) {
            return 2L + value.textValue().getBytes(StandardCharsets.UTF_8).length;
        }
        long size = 2;
        for (JsonNode element : value) { // works for lists and objects
            size += protobufSize(element);
        }
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            size += field.getKey().length();
        }
        return size;
    }
}
