package io.hookline.watcher.sync;

import io.hookline.hook.protocol.SyncAnswer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The labels and annotations that the last answer of a decorator's hook has set on an object. */
record DecoratedKeys(Map<String, String> labels, Map<String, String> annotations) {

    /** None is known. */
    static final DecoratedKeys NONE = new DecoratedKeys(Map.of(), Map.of());

    DecoratedKeys {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /** Those that an answer sets. */
    static DecoratedKeys of(SyncAnswer answer) {
        return new DecoratedKeys(set(answer.labels()), set(answer.annotations()));
    }

    private static Map<String, String> set(Map<String, Optional<String>> wanted) {
        Map<String, String> set = new LinkedHashMap<>();
        wanted.forEach((key, value) -> value.ifPresent(text -> set.put(key, text)));
        return set;
    }

    /** The removal of the labels that still have the value that was set. */
    Map<String, Optional<String>> undoLabels(Map<String, String> present) {
        return undo(labels, present);
    }

    /** The removal of the annotations that still have the value that was set. */
    Map<String, Optional<String>> undoAnnotations(Map<String, String> present) {
        return undo(annotations, present);
    }

    private static Map<String, Optional<String>> undo(Map<String, String> set, Map<String, String> present) {
        Map<String, Optional<String>> removed = new LinkedHashMap<>();
        set.forEach((key, value) -> {
            if (value.equals(present.get(key))) {
                removed.put(key, Optional.empty());
            }
        });
        return removed;
    }
}
