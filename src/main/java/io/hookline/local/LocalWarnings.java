package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WarningListener;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Warns of unknown fields in the writes of this process, as the HTTP endpoints do in theirs. A caller without a
 * listener costs nothing.
 */
final class LocalWarnings {

    private final LocalCluster cluster;

    LocalWarnings(LocalCluster cluster) {
        this.cluster = cluster;
    }

    /** Warns of a whole object that was written. */
    void of(ApiResource resource, KubeObject object, WriteOptions options) {
        if (isHeard(options)) {
            warn(resource, object.tree(), options);
        }
    }

    /** Warns of a patch; an apply patch with an unknown field was refused. */
    void of(ApiResource resource, Patch patch, WriteOptions options) {
        if (!isHeard(options)) {
            return;
        }
        JsonNode body = Json.parse(patch.body().getBytes(StandardCharsets.UTF_8));
        switch (patch.type()) {
            case JSON -> body.forEach(operation -> operation(resource, operation, options));
            case MERGE, STRATEGIC -> {
                if (body instanceof ObjectNode fields) {
                    warn(resource, fields, options);
                }
            }
            case APPLY -> {}
        }
    }

    private static boolean isHeard(WriteOptions options) {
        return !options.warnings().equals(WarningListener.NONE)
                && (options.subresource().isEmpty() || options.subresource().equals("status"));
    }

    /** Only operations on fields of objects: with the position in a list, the patch alone does not show the path. */
    private void operation(ApiResource resource, JsonNode operation, WriteOptions options) {
        List<String> path = List.of(operation.path("path").asText().substring(1).split("/", -1));
        boolean inList = path.stream().anyMatch(step -> step.equals("-") || step.matches("\\d+"));
        if (operation.has("value") && !operation.path("op").asText().equals("test") && !inList) {
            ObjectNode root = Json.NODES.objectNode();
            ObjectNode parent = root;
            for (String step : path.subList(0, path.size() - 1)) {
                parent = parent.putObject(unescaped(step));
            }
            parent.set(unescaped(path.getLast()), operation.get("value").deepCopy());
            warn(resource, root, options);
        }
    }

    private static String unescaped(String step) {
        return step.replace("~1", "/").replace("~0", "~");
    }

    private void warn(ApiResource resource, ObjectNode tree, WriteOptions options) {
        cluster.unknownFields(resource, tree).stream()
                .filter(path -> !path.contains("$")) // a directive of a strategic merge patch
                .forEach(path -> options.warnings().warned("unknown field " + FieldError.quote(path)));
    }
}
