package io.hookline.hook.protocol;

import io.hookline.hook.Event;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The decoded answer of a sync or finalize hook.
 *
 * @param status the JSON object as received; absent if the field is missing or null. For decorators, {@code {}} and
 *     absent differ
 * @param children desired children or attachments in the hook's order, each with apiVersion, kind and name
 * @param listed whether the answer has the list of children; without it, or with null, there are no children
 * @param labels decorators only: the value to set, or empty to remove the label; other labels are not changed
 * @param annotations like labels
 * @param resyncAfter the time until the next sync if nothing changes
 * @param finalized whether the cleanup is complete, so that the finalizer is removed
 * @param events to record about the parent, in the hook's order
 * @param warnings unknown and duplicate fields that were ignored in loose mode, each with its path
 */
public record SyncAnswer(
        Optional<JsonText> status,
        List<KubeObject> children,
        boolean listed,
        Map<String, Optional<String>> labels,
        Map<String, Optional<String>> annotations,
        Optional<Duration> resyncAfter,
        boolean finalized,
        List<Event> events,
        List<String> warnings) {

    public SyncAnswer {
        children = List.copyOf(children);
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
        events = List.copyOf(events);
        warnings = List.copyOf(warnings);
    }
}
