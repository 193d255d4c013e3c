package io.hookline.spec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;

/**
 * A ControllerRevision: an earlier state of a parent, and the children that still have that state.
 *
 * @param parentPatch the parent's fields in that state; must not be changed
 * @param children names by kind; may be empty
 */
public record ControllerRevision(KubeObject source, ObjectNode parentPatch, List<Names> children) {

    public ControllerRevision {
        children = List.copyOf(children);
    }

    /**
     * The children of one kind.
     *
     * @param apiGroup empty for the core group
     * @param names without a namespace if the parent is namespaced
     */
    public record Names(String apiGroup, String kind, List<String> names) {
        public Names {
            names = List.copyOf(names);
        }
    }

    /**
     * Reads a revision. Unknown fields are ignored.
     *
     * @throws DecodeException if parentPatch is missing, or a field does not have the type of its CRD
     */
    public static ControllerRevision read(KubeObject source) {
        List<String> unknown = new ArrayList<>();
        return FieldReader.read(source.tree(), FieldPath.ROOT, unknown, fields -> {
            ObjectNode patch =
                    Json.object(fields.node("parentPatch").orElse(Json.NODES.missingNode()), fields.at("parentPatch"));
            return new ControllerRevision(source, patch, fields.objects("children", ControllerRevision::names));
        });
    }

    private static Names names(FieldReader fields) {
        return new Names(fields.text("apiGroup").orElse(""), fields.required("kind"), fields.texts("names"));
    }
}
