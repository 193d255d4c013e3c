package io.hookline.testing.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A merge patch of one object.
 *
 * @param status whether the patch is for the status subresource; then the body is only the status
 */
public record MergePatch(ObjectNode body, boolean status) {

    /** Reads {@code merge: {...}} or {@code status: {...}} of a step. */
    public static MergePatch read(MappingReader fields) {
        boolean status = fields.has("status");
        if (status == fields.has("merge")) {
            throw fields.problem("merge", "expected exactly one of merge: {...} and status: {...}");
        }
        return new MergePatch(fields.object(status ? "status" : "merge"), status);
    }

    /** The fields that the patch sets or removes. Lists are replaced as a whole. */
    public List<ValuePath> leaves() {
        List<ValuePath> leaves = new ArrayList<>();
        collect(body, status ? List.of(new ValuePath.Part.Field("status")) : List.of(), leaves);
        return leaves;
    }

    private static void collect(JsonNode node, List<ValuePath.Part> at, List<ValuePath> leaves) {
        if (!node.isObject() || node.isEmpty()) {
            leaves.add(ValuePath.of(at));
            return;
        }
        node.properties().forEach(field -> {
            List<ValuePath.Part> below = new ArrayList<>(at);
            below.add(new ValuePath.Part.Field(field.getKey()));
            collect(field.getValue(), below, leaves);
        });
    }
}
