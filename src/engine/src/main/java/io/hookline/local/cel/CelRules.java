package io.hookline.local.cel;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules in CEL of a schema. They are compiled when the first object is checked. Used by one thread at a time.
 */
public final class CelRules {

    /** The keyword of rules in a schema. */
    static final String KEYWORD = "x-kubernetes-validations";

    /** No rules. */
    public static final CelRules NONE = new CelRules(Json.NODES.missingNode());

    private final JsonNode schema;
    private @Nullable CompiledRules compiled;

    private CelRules(JsonNode schema) {
        this.schema = schema;
    }

    /** The rules of a schema; a definition with this schema was accepted. */
    public static CelRules of(JsonNode schema) {
        return new CelRules(exist(schema) ? schema : Json.NODES.missingNode());
    }

    private static boolean exist(JsonNode schema) {
        return schema.findValue(KEYWORD) != null;
    }

    /** Whether there are no rules. */
    public boolean isEmpty() {
        return schema.isMissingNode();
    }

    /**
     * Returns what is wrong with the rules of a structural schema.
     *
     * @param others what else is wrong with it; the rules around it are not compiled
     */
    public static List<FieldError> check(JsonNode schema, FieldPath place, List<FieldError> others) {
        return exist(schema) ? CompiledRules.compile(schema, place, others).errors() : List.of();
    }

    /**
     * Returns which rules an object breaks. A rule that it broke before is not one of them if the value is the same.
     *
     * @param before the stored object; missing if there is none
     */
    public List<FieldError> evaluate(JsonNode object, JsonNode before) {
        if (isEmpty()) {
            return List.of();
        }
        if (compiled == null) {
            compiled = CompiledRules.compile(schema, FieldPath.ROOT, List.of());
        }
        return compiled.evaluate(object, before);
    }
}
