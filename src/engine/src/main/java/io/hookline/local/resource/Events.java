package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.ObjectTrees;
import java.util.List;
import java.util.Map;

/** Renames fields of Events: two API groups serve the same objects with different field names. */
final class Events {

    static final String GROUP = "events.k8s.io";

    /** Core name to new name. */
    private static final Map<String, String> NEW_NAMES = Map.of(
            "involvedObject", "regarding",
            "message", "note",
            "reportingComponent", "reportingController",
            "source", "deprecatedSource",
            "firstTimestamp", "deprecatedFirstTimestamp",
            "lastTimestamp", "deprecatedLastTimestamp",
            "count", "deprecatedCount");

    /** Written even if they are empty, in the core version only. */
    private static final List<String> ALWAYS_IN_CORE = List.of("reportingComponent", "reportingInstance");

    private Events() {}

    /** Renames the fields for the other API version. */
    static void rename(ObjectNode event, String apiVersion) {
        boolean toNew = apiVersion.startsWith(GROUP);
        for (Map.Entry<String, String> names : NEW_NAMES.entrySet()) {
            JsonNode value = event.remove(toNew ? names.getKey() : names.getValue());
            if (value != null) {
                event.set(toNew ? names.getValue() : names.getKey(), value);
            }
        }
        for (String always : ALWAYS_IN_CORE) {
            if (!toNew) {
                ObjectTrees.fallback(event, always, "");
            } else if (event.path(NEW_NAMES.getOrDefault(always, always))
                    .asText()
                    .isEmpty()) {
                event.remove(NEW_NAMES.getOrDefault(always, always));
            }
        }
    }
}
