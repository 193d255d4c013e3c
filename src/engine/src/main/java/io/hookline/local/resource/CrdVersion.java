package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One version of a custom resource, from its CustomResourceDefinition.
 *
 * @param names {@code spec.names} of the definition
 * @param json the version's entry in {@code spec.versions}
 */
public record CrdVersion(JsonNode names, JsonNode json) {

    /** The schema of its objects; missing if it has none. */
    public JsonNode schema() {
        return json.at("/schema/openAPIV3Schema");
    }

    /** The paths of its scale subresource; missing if it has none. */
    JsonNode scale() {
        return json.at("/subresources/scale");
    }
}
