package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The differences between two statuses, in one line:
 * {@code readyReplicas: 1 → 2, Ready: False → True (MinimumReplicasAvailable)}. A condition is named by its type;
 * its times are left out.
 */
public final class StatusChanges {

    private static final int MOST = 6;
    private static final String CONDITIONS = "conditions";
    private static final String GENERATION = "observedGeneration";

    private StatusChanges() {}

    /** The differences; empty if the statuses are equal. */
    public static String between(KubeObject before, KubeObject now) {
        ObjectNode old = status(before);
        ObjectNode changed = status(now);
        if (old.equals(changed)) {
            return "";
        }
        List<String> all = new ArrayList<>();
        Map<String, JsonNode> oldConditions = takeConditions(old);
        Map<String, JsonNode> newConditions = takeConditions(changed);
        JsonNode oldGeneration = old.remove(GENERATION);
        JsonNode newGeneration = changed.remove(GENERATION);
        Differences fields = Differences.between(old, changed, MOST);
        if (fields.isAny()) {
            fields.places().forEach(place -> all.add(place.text()));
        }
        Set<String> types = new LinkedHashSet<>(newConditions.keySet());
        types.addAll(oldConditions.keySet());
        types.forEach(type -> addCondition(
                type,
                oldConditions.getOrDefault(type, Json.NODES.missingNode()),
                newConditions.getOrDefault(type, Json.NODES.missingNode()),
                all));
        if (all.isEmpty() && newGeneration != null && !newGeneration.equals(oldGeneration)) {
            all.add(GENERATION + ": " + (oldGeneration == null ? "absent" : oldGeneration) + " → " + newGeneration);
        }
        return inShort(all, fields.more());
    }

    /** Whether two statuses differ only in the values of numbers, as of a measurement or a count. */
    public static boolean areNumbers(KubeObject before, KubeObject now) {
        boolean[] others = new boolean[1];
        DifferenceWalk.between(status(before), status(now), (_, old, changed) -> {
            others[0] = !old.isNumber() || !changed.isNumber();
            return !others[0];
        });
        return !others[0];
    }

    private static String inShort(List<String> all, boolean more) {
        if (all.isEmpty()) {
            return "only times differ";
        }
        String shown = String.join(", ", all.subList(0, Math.min(MOST, all.size())));
        return shown + (more || all.size() > MOST ? ", ..." : "");
    }

    private static ObjectNode status(KubeObject object) {
        return object.tree().get("status") instanceof ObjectNode status ? status : Json.NODES.objectNode();
    }

    /** Removes the conditions from a status and returns them by type. A list of anything else stays. */
    private static Map<String, JsonNode> takeConditions(ObjectNode status) {
        Map<String, JsonNode> conditions = new LinkedHashMap<>();
        for (JsonNode each : status.path(CONDITIONS)) {
            if (!each.path("type").isTextual()) {
                return Map.of();
            }
            conditions.put(each.path("type").asText(), each);
        }
        if (!conditions.isEmpty()) {
            status.remove(CONDITIONS);
        }
        return conditions;
    }

    private static void addCondition(String type, JsonNode old, JsonNode now, List<String> all) {
        if (now.isMissingNode()) {
            all.add(type + ": removed");
        } else if (!text(old, "status").equals(text(now, "status"))) {
            all.add(type + ": " + change(text(old, "status"), text(now, "status")) + reason(text(now, "reason")));
        } else if (!text(old, "reason").equals(text(now, "reason"))) {
            all.add(type + ": " + text(now, "status") + reason(change(text(old, "reason"), text(now, "reason"))));
        } else if (!text(old, "message").equals(text(now, "message"))) {
            all.add(type + ": " + text(now, "status") + " (\"" + Differences.shortened(text(now, "message")) + "\")");
        }
    }

    private static String change(String old, String now) {
        return old.isEmpty() ? now : old + " → " + now;
    }

    private static String reason(String text) {
        return text.isEmpty() ? "" : " (" + text + ")";
    }

    private static String text(JsonNode condition, String field) {
        return condition.path(field).asText();
    }
}
