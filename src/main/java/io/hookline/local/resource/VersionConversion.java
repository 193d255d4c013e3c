package io.hookline.local.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.KubeObject;

/** Objects are kept in one version and served in several: only apiVersion differs, except for events. */
public final class VersionConversion {
    private VersionConversion() {}

    /** As a client of that resource sees it; the same object if it is already in that version. */
    public static KubeObject served(ServedResource as, KubeObject stored) {
        if (stored.apiVersion().equals(as.api().apiVersion())) {
            return stored;
        }
        ObjectNode tree = stored.tree();
        convert(as, tree, as.api().apiVersion());
        return KubeObject.of(tree);
    }

    /** Makes the tree one of that version. */
    public static void convert(ServedResource resource, ObjectNode tree, String apiVersion) {
        if (!tree.path("apiVersion").asText().equals(apiVersion)) {
            tree.put("apiVersion", apiVersion);
            if (resource.isBuiltIn("events")) {
                Events.rename(tree, apiVersion);
            }
        }
    }
}
