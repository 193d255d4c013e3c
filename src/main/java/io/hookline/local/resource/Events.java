package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
    }
}
