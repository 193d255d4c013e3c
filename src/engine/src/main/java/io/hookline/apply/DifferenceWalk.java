package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.LinkedHashSet;
import java.util.Set;

/** Reports each place where two trees differ, by the rule of {@link JsonEquality#semantic}. */
final class DifferenceWalk {

    /** Receives each difference. One of the values can be missing. */
    @FunctionalInterface
    interface Visitor {
        /** Returns whether to continue. */
        boolean found(FieldPath place, JsonNode before, JsonNode after);
    }

    private final Visitor visitor;
    private boolean done;

    private DifferenceWalk(Visitor visitor) {
        this.visitor = visitor;
    }

    static void between(JsonNode before, JsonNode after, Visitor visitor) {
        new DifferenceWalk(visitor).compare(FieldPath.ROOT, before, after);
    }

    private void compare(FieldPath place, JsonNode before, JsonNode after) {
        if (done || JsonEquality.semantic(before, after)) {
            return;
        }
        if (before.isObject() && after.isObject()) {
            Set<String> names = new LinkedHashSet<>();
            before.fieldNames().forEachRemaining(names::add);
            after.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> compare(place.field(name), before.path(name), after.path(name)));
        } else if (before.isArray() && after.isArray()) {
            for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
                compare(place.index(i), before.path(i), after.path(i));
            }
        } else if (!Json.isAbsent(before) || !Json.isAbsent(after)) {
            done = !visitor.found(place, before, after);
        }
    }
}
