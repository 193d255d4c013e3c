package io.hookline.hook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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
        Optional<Duration> retryAfter) {

    static final HookResult NOTHING =
            new HookResult(List.of(), null, Map.of(), Map.of(), Optional.empty(), false, Optional.empty());

    HookResult withChildren(Collection<?> more) {
        List<Object> all = new ArrayList<>(children);
        all.addAll(more);
        return new HookResult(all, status, labels, annotations, resyncAfter, finalized, retryAfter);
    }

    HookResult withStatus(Object newStatus) {
        return new HookResult(children, newStatus, labels, annotations, resyncAfter, finalized, retryAfter);
    }

    HookResult withLabel(String key, Optional<String> value) {
        return new HookResult(
                children, status, with(labels, key, value), annotations, resyncAfter, finalized, retryAfter);
    }

    HookResult withAnnotation(String key, Optional<String> value) {
        return new HookResult(
                children, status, labels, with(annotations, key, value), resyncAfter, finalized, retryAfter);
    }

    HookResult withResyncAfter(Duration after) {
        return new HookResult(children, status, labels, annotations, Optional.of(after), finalized, retryAfter);
    }

    HookResult withFinalized() {
        return new HookResult(children, status, labels, annotations, resyncAfter, true, retryAfter);
    }

    HookResult withRetryAfter(Duration after) {
        return new HookResult(children, status, labels, annotations, resyncAfter, finalized, Optional.of(after));
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
