package io.hookline.local.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.resource.ServedResource.Behaviour;
import io.hookline.local.schema.Pruning;
import io.hookline.local.schema.Schema;
import io.hookline.local.schema.SchemaDefaults;
import io.hookline.object.KubeObject;
import java.util.function.Supplier;

/**
 * Converts objects between the stored and the served version. Only apiVersion differs, except for Events and
 * HorizontalPodAutoscalers. Custom resources are pruned by the schema of the other version, and get no defaults of it:
 * those of the version in which they are stored are filled in whenever they are read. Where a definition has a conversion
 * webhook, each conversion fails as if the webhook could not be reached.
 */
public final class VersionConversion {
    private VersionConversion() {}

    /** The object in the version of a resource; the same object if it already has that version. */
    public static KubeObject served(ServedResource as, KubeObject stored) {
        if (stored.apiVersion().equals(as.api().apiVersion())) {
            return stored;
        }
        ObjectNode tree = stored.tree();
        convert(as, tree, as.api().apiVersion());
        if (as.isCustom()) {
            Pruning.prune(tree, as.schema().get(), null, false);
            SchemaDefaults.dropNulls(tree, as.schema().get());
        }
        return KubeObject.of(tree);
    }

    /** Leaves of a stored tree what a write in the version of a resource keeps, as if it had been read and written there. */
    public static void passThrough(ServedResource as, ObjectNode stored) {
        if (as.isCustom() && !as.storedAs().equals(as.api().apiVersion())) {
            Pruning.prune(stored, as.schema().get(), null, false);
            SchemaDefaults.dropNulls(stored, as.schema().get());
        }
    }

    /** A stored object as it is read: with what the schema of its version has now, and with the defaults of that. */
    public static KubeObject read(ServedResource resource, KubeObject written) {
        ObjectNode tree = written.tree();
        ObjectNode read = read(resource, tree);
        return read.equals(tree) ? written : KubeObject.of(read);
    }

    /** The same for a tree; the same tree if it is that of a built-in kind. */
    public static ObjectNode read(ServedResource resource, ObjectNode written) {
        Supplier<Schema> schema =
                resource.versions().get(written.path("apiVersion").asText());
        if (schema == null || !resource.isCustom()) {
            return written;
        }
        ObjectNode read = written.deepCopy();
        Pruning.prune(read, schema.get(), null, false);
        SchemaDefaults.dropNulls(read, schema.get());
        SchemaDefaults.complete(read, schema.get());
        return read;
    }

    /**
     * Converts a tree to a version in place.
     *
     * @throws ClusterException.Unavailable if only a webhook can do that
     */
    public static void convert(ServedResource resource, ObjectNode tree, String apiVersion) {
        if (!tree.path("apiVersion").asText().equals(apiVersion)) {
            if (resource.is(Behaviour.WEBHOOK_CONVERSION)) {
                throw new ClusterException.Unavailable(
                        500,
                        "conversion webhook for " + tree.path("apiVersion").asText() + ", Kind="
                                + resource.api().kind() + " failed: this API server calls no webhooks, and serves "
                                + resource.api().plural() + " only in the version in which they are stored, "
                                + resource.storedAs());
            }
            tree.put("apiVersion", apiVersion);
            if (resource.isBuiltIn("events")) {
                Events.rename(tree, apiVersion);
            } else if (resource.isBuiltIn("horizontalpodautoscalers.autoscaling")) {
                Autoscalers.convert(tree, apiVersion);
            }
        }
    }
}
