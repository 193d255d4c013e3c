package io.hookline.hook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fields of an {@link Answer} or {@link Decoration}; children and status are not converted to JSON yet. */
record HookResult(
        List<Object> children,
        @Nullable Object status,
        Map<String, Optional<String>> labels,
        Map<String, Optional<String>> annotations,
        Optional<Duration> resyncAfter,
        boolean finalized,
        List<Event> events,
        Optional<Duration> retryAfter) {

    static final HookResult NOTHING =
            new HookResult(List.of(), null, Map.of(), Map.of(), Optional.empty(), false, List.of(), Optional.empty());

    HookResult withChildren(Collection<?> more) {
        List<Object> all = new ArrayList<>(children);
        for (Object child : more) {
            all.addAll(child instanceof Collection<?> several ? several : Collections.singletonList(child));
        }
        return new HookResult(all, status, labels, annotations, resyncAfter, finalized, events, retryAfter);
    }

    HookResult withStatus(Object newStatus) {
        return new HookResult(children, newStatus, labels, annotations, resyncAfter, finalized, events, retryAfter);
    }

    HookResult withLabel(String key, Optional<String> value) {
        return new HookResult(
                children, status, with(labels, key, value), annotations, resyncAfter, finalized, events, retryAfter);
    }

    HookResult withAnnotation(String key, Optional<String> value) {
        return new HookResult(
                children, status, labels, with(annotations, key, value), resyncAfter, finalized, events, retryAfter);
    }

    HookResult withResyncAfter(Duration after) {
        return new HookResult(children, status, labels, annotations, Optional.of(after), finalized, events, retryAfter);
    }

    HookResult withFinalized() {
        return new HookResult(children, status, labels, annotations, resyncAfter, true, events, retryAfter);
    }

    HookResult withRetryAfter(Duration after) {
        return new HookResult(
                children, status, labels, annotations, resyncAfter, finalized, events, Optional.of(after));
    }

    HookResult withEvent(Event event) {
        List<Event> all = new ArrayList<>(events);
        all.add(event);
        return new HookResult(children, status, labels, annotations, resyncAfter, finalized, all, retryAfter);
    }

    boolean changesMetadata() {
        return !labels.isEmpty() || !annotations.isEmpty();
    }

    private static Map<String, Optional<String>> with(
            Map<String, Optional<String>> map, String key, Optional<String> value) {
        Map<String, Optional<String>> copy = new LinkedHashMap<>(map);
        copy.put(key, value);
        return copy;
    }
}
