package io.hookline.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * An object after a server-side apply, as far as it can be known without the API server: objects are merged, elements of lists with
 * a {@code name} are merged by it, and other lists are replaced.
 */
final class AppliedPreview {
    private AppliedPreview() {}

    static ObjectNode of(ObjectNode live, ObjectNode applied) {
        ObjectNode merged = live.deepCopy();
        applied.properties()
                .forEach(field -> merged.set(field.getKey(), value(merged.get(field.getKey()), field.getValue())));
        return merged;
    }

    private static JsonNode value(@Nullable JsonNode live, JsonNode applied) {
        if (live instanceof ObjectNode before && applied instanceof ObjectNode now) {
            return of(before, now);
        }
        return live instanceof ArrayNode before
                        && applied instanceof ArrayNode now
                        && haveNames(before)
                        && haveNames(now)
                ? named(before, now)
                : applied;
    }

    private static boolean haveNames(ArrayNode list) {
        for (JsonNode element : list) {
            if (!element.path("name").isTextual()) {
                return false;
            }
        }
        return true;
    }

    private static ArrayNode named(ArrayNode live, ArrayNode applied) {
        ArrayNode merged = live.deepCopy();
        for (JsonNode wanted : applied) {
            int at = index(merged, wanted.path("name"));
            if (at < 0) {
                merged.add(wanted);
            } else {
                merged.set(at, value(merged.get(at), wanted));
            }
        }
        return merged;
    }

    private static int index(ArrayNode list, JsonNode name) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).path("name").equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
