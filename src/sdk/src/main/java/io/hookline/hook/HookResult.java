package io.hookline.hook;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
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
        return with(draft -> draft.children = all);
    }

    HookResult withStatus(Object newStatus) {
        return with(draft -> draft.status = newStatus);
    }

    HookResult withLabel(String key, Optional<String> value) {
        return with(draft -> draft.labels = with(labels, key, value));
    }

    HookResult withAnnotation(String key, Optional<String> value) {
        return with(draft -> draft.annotations = with(annotations, key, value));
    }

    HookResult withResyncAfter(Duration after) {
        return with(draft -> draft.resyncAfter = Optional.of(after));
    }

    HookResult withFinalized() {
        return with(draft -> draft.finalized = true);
    }

    HookResult withRetryAfter(Duration after) {
        return with(draft -> draft.retryAfter = Optional.of(after));
    }

    HookResult withEvent(Event event) {
        List<Event> all = new ArrayList<>(events);
        all.add(event);
        return with(draft -> draft.events = all);
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

    private HookResult with(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return draft.done();
    }

    /** The same fields, to be changed. */
    private final class Draft {
        private List<Object> children = children();
        private @Nullable Object status = status();
        private Map<String, Optional<String>> labels = labels();
        private Map<String, Optional<String>> annotations = annotations();
        private Optional<Duration> resyncAfter = resyncAfter();
        private boolean finalized = finalized();
        private List<Event> events = events();
        private Optional<Duration> retryAfter = retryAfter();

        private HookResult done() {
            return new HookResult(children, status, labels, annotations, resyncAfter, finalized, events, retryAfter);
        }
    }
}
