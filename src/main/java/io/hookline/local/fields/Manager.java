package io.hookline.local.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;

/**
 * Who owns fields. All applies of a manager have one entry; its updates have one for each API version.
 *
 * @param name the name that the client sent
 * @param applies whether it applies; otherwise it updates
 * @param apiVersion empty if it applies
 * @param subresource the subresource that it writes; empty for the object itself
 */
record Manager(String name, boolean applies, String apiVersion, String subresource) {

    static Manager applying(String name, String subresource) {
        return new Manager(name, true, "", subresource);
    }

    /** An updating manager. Without a name it is this process, as the User-Agent of its requests would say. */
    static Manager updating(String name, String apiVersion, String subresource) {
        return new Manager(name.isEmpty() ? "hookline" : name, false, apiVersion, subresource);
    }

    String operation() {
        return applies ? "Apply" : "Update";
    }

    /** The text by which the real server sorts managers. */
    String sortKey() {
        ObjectNode name = Json.NODES.objectNode().put("manager", name());
        String text = GoJson.text(name);
        return text.substring(0, text.length() - 1) + ",\"operation\":\"" + operation() + "\""
                + (apiVersion.isEmpty() ? "" : ",\"apiVersion\":\"" + apiVersion + "\"")
                + (subresource.isEmpty() ? "" : ",\"subresource\":\"" + subresource + "\"") + "}";
    }

    /** How messages about conflicts name it. */
    String describe() {
        String quoted = GoJson.text(Json.NODES.textNode(name));
        String of = subresource.isEmpty() ? "" : " with subresource \"" + subresource + "\"";
        return quoted + of + (applies ? "" : " using " + apiVersion);
    }
}
