package io.hookline.watcher.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.trace.Cause;
import io.hookline.trace.Causes;
import io.hookline.trace.SyncNotes;
import io.hookline.trace.SyncNotes.How;
import io.hookline.trace.Trace;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the syncs of one parent that changed nothing, by their first cause. Not thread-safe. */
public final class QuietSyncs {

    /** The first cause of such a sync. */
    public enum Kind {
        RESYNC,
        PARENT,
        OWN_WRITE,
        CHILD,
        RELATED,
        OTHER;

        static Kind of(Trace trace) {
            SyncNotes notes = trace.notesIfAny();
            boolean onlyOwn = notes != null
                    && !notes.inputs().isEmpty()
                    && notes.inputs().stream().allMatch(each -> each.how() == How.OWN_WRITE);
            return onlyOwn ? OWN_WRITE : of(trace.causes());
        }

        private static Kind of(Causes causes) {
            return causes.all().isEmpty()
                    ? OTHER
                    : switch (causes.all().getFirst()) {
                        case Cause.ObjectChanged changed -> changed.prefix().isEmpty() ? CHILD : RELATED;
                        case Cause.ParentChanged _ -> PARENT;
                        case Cause.Reason(String text) -> text.startsWith("resync") ? RESYNC : OTHER;
                        case Cause.Continued _ -> OTHER;
                    };
        }
    }

    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private @Nullable Instant first;
    private @Nullable Instant last;
    private @Nullable Cause child;

    void count(Trace trace, Instant now) {
        Kind kind = Kind.of(trace);
        counts.merge(kind, 1, Integer::sum);
        if (kind == Kind.CHILD || kind == Kind.RELATED) {
            child = trace.causes().all().getFirst();
        }
        first = first == null ? now : first;
        last = now;
    }

    boolean isEmpty() {
        return first == null;
    }

    QuietSyncs copy() {
        QuietSyncs copy = new QuietSyncs();
        copy.counts.putAll(counts);
        copy.first = first;
        copy.last = last;
        copy.child = child;
        return copy;
    }

    /** As JSON: {@code calls}, {@code from}, {@code to}, and the number of each cause, such as {@code resync}. */
    public ObjectNode tree() {
        ObjectNode tree = Json.NODES.objectNode();
        counts.forEach(
                (kind, count) -> tree.put(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), count));
        int calls = counts.values().stream().mapToInt(Integer::intValue).sum();
        tree.put("calls", calls);
        if (child != null) {
            tree.put("lastObject", child.toString());
        }
        if (first != null && last != null) {
            tree.put("from", first.toString()).put("to", last.toString());
        }
        return tree;
    }
}
