package io.hookline.examples;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.spec.WellKnown;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A child that a controller has written, with the rule for its kind.
 *
 * @param controller the name of the controller
 * @param method the update method of the rule
 */
record WrittenChild(String controller, String method, ApiResource resource, KubeObject object) {

    /** Fields that identify an object, and those by which its controller knows it: without them it is not a child any more. */
    private static final List<String> IDENTITY = List.of(
            "/apiVersion",
            "/kind",
            "/metadata/name",
            "/metadata/namespace",
            "/metadata/labels/controller-uid",
            "/metadata/annotations/metacontroller.k8s.io~1decorator-controller");

    /** Fields by which elements of lists are merged: an element with another value is that of another client. */
    private static final Set<String> KEYS_OF_ELEMENTS =
            Set.of("name", "port", "containerPort", "protocol", "mountPath", "ip");

    /** Another value for one field that the hook set. */
    record Edit(JsonPointer field, JsonNode value) {

        /** As a JSON patch. */
        String patch() {
            ArrayNode operations = Json.NODES.arrayNode();
            operations
                    .addObject()
                    .put("op", "replace")
                    .put("path", field.toString())
                    .set("value", value);
            return operations.toString();
        }
    }

    /** The controller and the kind, which a table of exceptions names. */
    String rule() {
        return controller + " " + object.kind();
    }

    /** Changes of the fields that the hook set, content first, labels and annotations last. Then those for what takes no other text. */
    List<Edit> edits() {
        List<Edit> edits = edits("ZWRpdGVk"); // also valid in a Secret
        edits.addAll(edits("edited")); // a name
        edits.addAll(edits("1000G"));
        edits.addAll(edits("Egress"));
        return edits;
    }

    private List<Edit> edits(String text) {
        List<Edit> edits = new ArrayList<>();
        collect("", applied(object), Json.NODES.textNode(text), edits);
        edits.removeIf(edit -> IDENTITY.contains(edit.field().toString()) || isKey(edit.field()));
        edits.sort(Comparator.comparing(edit -> edit.field().toString().startsWith("/metadata")));
        return edits;
    }

    /** What a hook has returned for an object. */
    static ObjectNode applied(KubeObject object) {
        String record = object.annotation(WellKnown.LAST_APPLIED);
        return record == null ? Json.NODES.objectNode() : Json.object(record.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isKey(JsonPointer field) {
        JsonPointer element = field.head().last();
        return element != null
                && element.getMatchingIndex() >= 0
                && KEYS_OF_ELEMENTS.contains(field.last().getMatchingProperty());
    }

    private static void collect(String path, JsonNode value, JsonNode text, List<Edit> edits) {
        if (value.isObject()) {
            value.properties()
                    .forEach(field -> collect(
                            path + "/" + field.getKey().replace("~", "~0").replace("/", "~1"),
                            field.getValue(),
                            text,
                            edits));
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                collect(path + "/" + i, value.get(i), text, edits);
            }
        } else {
            edits.add(new Edit(JsonPointer.compile(path), other(value, text)));
        }
    }

    private static JsonNode other(JsonNode value, JsonNode text) {
        return switch (value.getNodeType()) {
            case NUMBER -> Json.NODES.numberNode(value.asInt() + 1);
            case BOOLEAN -> Json.NODES.booleanNode(!value.asBoolean());
            default -> text;
        };
    }
}
