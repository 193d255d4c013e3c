package io.hookline.watcher.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.trace.Cause;
import io.hookline.trace.SyncNotes;
import io.hookline.trace.Trace;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the syncs of one parent that changed nothing, by their cause. Counting allocates next to nothing. Not thread-safe. */
public final class QuietSyncs {

    private enum Kind {
        RESYNC,
        PARENT,
        OWN_WRITE,
        CHILD,
        RELATED,
        OTHER
    }

    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private @Nullable Instant first;
    private @Nullable Instant last;
    private @Nullable Cause lastObject;

    void count(Trace trace, Instant now) {
        Cause cause = cause(trace.causes().all());
        Kind kind = kind(cause, trace.notesIfAny());
        counts.merge(kind, 1, Integer::sum);
        if (kind == Kind.CHILD || kind == Kind.RELATED) {
            lastObject = cause;
        }
        first = first == null ? now : first;
        last = now;
    }

    /** A related object first: our own writes, which may be seen with it, are not why the hook was called. */
    private static @Nullable Cause cause(List<Cause> causes) {
        for (Cause each : causes) {
            if (isRelated(each)) {
                return each;
            }
        }
        return causes.isEmpty() ? null : causes.getFirst();
    }

    private static boolean isRelated(@Nullable Cause cause) {
        return cause instanceof Cause.ObjectChanged changed && !changed.prefix().isEmpty();
    }

    private static Kind kind(@Nullable Cause cause, @Nullable SyncNotes notes) {
        if (isRelated(cause)) {
            return Kind.RELATED;
        }
        if (notes != null && notes.sawOnlyOwnWrites()) {
            return Kind.OWN_WRITE;
        }
        return switch (cause) {
            case Cause.ObjectChanged _ -> Kind.CHILD;
            case Cause.ParentChanged _ -> Kind.PARENT;
            case Cause.Reason(String text) when text.startsWith("resync") -> Kind.RESYNC;
            case null, default -> Kind.OTHER;
        };
    }

    QuietSyncs copy() {
        QuietSyncs copy = new QuietSyncs();
        copy.counts.putAll(counts);
        copy.first = first;
        copy.last = last;
        copy.lastObject = lastObject;
        return copy;
    }

    int calls() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** As JSON: {@code calls}, {@code from}, {@code to}, and the number of each cause, such as {@code resync}. */
    public ObjectNode tree() {
        ObjectNode tree = Json.NODES.objectNode();
        counts.forEach(
                (kind, count) -> tree.put(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), count));
        tree.put("calls", calls());
        if (lastObject != null) {
            tree.put("lastObject", lastObject.toString());
        }
        if (first != null && last != null) {
            tree.put("from", first.toString()).put("to", last.toString());
        }
        return tree;
    }
}
