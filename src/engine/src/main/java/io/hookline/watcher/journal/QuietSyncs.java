package io.hookline.watcher.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.trace.Cause;
import io.hookline.trace.SyncNotes;
import io.hookline.trace.SyncNotes.How;
import io.hookline.trace.Trace;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts the syncs of one parent that changed nothing, by their cause. Not thread-safe. */
public final class QuietSyncs {

    /** The cause of such a sync. */
    public enum Kind {
        RESYNC,
        PARENT,
        OWN_WRITE,
        CHILD,
        RELATED,
        OTHER;

        static Kind of(Trace trace, Optional<Cause> cause) {
            if (cause.filter(Kind::isRelated).isPresent()) {
                return RELATED;
            }
            SyncNotes notes = trace.notesIfAny();
            if (notes != null
                    && !notes.inputs().isEmpty()
                    && notes.inputs().stream().allMatch(each -> each.how() == How.OWN_WRITE)) {
                return OWN_WRITE;
            }
            return switch (cause.orElse(null)) {
                case null -> OTHER;
                case Cause.ObjectChanged _ -> CHILD;
                case Cause.ParentChanged _ -> PARENT;
                case Cause.Reason(String text) -> text.startsWith("resync") ? RESYNC : OTHER;
                case Cause.Continued _ -> OTHER;
            };
        }

        static boolean isRelated(Cause cause) {
            return cause instanceof Cause.ObjectChanged changed
                    && !changed.prefix().isEmpty();
        }
    }

    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private @Nullable Instant first;
    private @Nullable Instant last;
    private Optional<Cause> lastObject = Optional.empty();

    void count(Trace trace, Instant now) {
        // A related object first: our own writes, which may be seen with it, are not why the hook was called.
        List<Cause> causes = trace.causes().all();
        Optional<Cause> cause = causes.stream()
                .filter(Kind::isRelated)
                .findFirst()
                .or(() -> causes.stream().findFirst());
        Kind kind = Kind.of(trace, cause);
        counts.merge(kind, 1, Integer::sum);
        if (kind == Kind.CHILD || kind == Kind.RELATED) {
            lastObject = cause;
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
        copy.lastObject = lastObject;
        return copy;
    }

    /** As JSON: {@code calls}, {@code from}, {@code to}, and the number of each cause, such as {@code resync}. */
    public ObjectNode tree() {
        ObjectNode tree = Json.NODES.objectNode();
        counts.forEach(
                (kind, count) -> tree.put(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), count));
        int calls = counts.values().stream().mapToInt(Integer::intValue).sum();
        tree.put("calls", calls);
        lastObject.ifPresent(cause -> tree.put("lastObject", cause.toString()));
        if (first != null && last != null) {
            tree.put("from", first.toString()).put("to", last.toString());
        }
        return tree;
    }
}
