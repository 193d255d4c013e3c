package io.hookline.trace;

import io.hookline.trace.Cause.ObjectChanged;
import io.hookline.trace.Cause.What;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Why a key was queued: the first few causes, in their order. Further ones would explain nothing, and the causes of a key that changes
 * often must not take unlimited memory. That there was a {@link Cause.Reason} is never lost, nor the first creation of a child, which tells a
 * replacement that repeats itself from others. Immutable.
 *
 * @param more whether there were more than these
 */
public record Causes(List<Cause> all, boolean more) {

    /** No cause is known. */
    public static final Causes NONE = new Causes(List.of(), false);

    private static final int MAX = 8;

    public Causes {
        all = List.copyOf(all);
    }

    /** One cause. */
    public static Causes of(Cause cause) {
        return new Causes(List.of(cause), false);
    }

    /** One cause of its own, by its text. */
    public static Causes of(String reason) {
        return of(Cause.reason(reason));
    }

    /** These causes, followed by others. */
    public Causes and(Causes later) {
        if (all.isEmpty()) {
            return later;
        }
        if (all.containsAll(later.all) && (more || !later.more)) {
            return this;
        }
        Set<Cause> both = new LinkedHashSet<>(all);
        both.addAll(later.all);
        if (both.size() <= MAX) {
            return new Causes(List.copyOf(both), more || later.more);
        }
        List<Cause> first = new ArrayList<>(both).subList(0, MAX);
        keep(first, MAX - 2, both, Causes::isCreation);
        keep(first, isCreation(first.getLast()) ? MAX - 2 : MAX - 1, both, Cause.Reason.class::isInstance);
        return new Causes(first, true);
    }

    private static boolean isCreation(Cause cause) {
        return cause instanceof ObjectChanged change && change.what() == What.CREATED;
    }

    private static void keep(List<Cause> first, int at, Set<Cause> all, Predicate<Cause> kind) {
        if (first.stream().noneMatch(kind)) {
            all.stream().filter(kind).findFirst().ifPresent(cause -> first.set(at, cause));
        }
    }

    /** The texts, for logs. */
    public List<String> texts() {
        return all.stream().map(Cause::toString).toList();
    }

    /** All texts in one line. */
    @Override
    public String toString() {
        return all.stream().map(Cause::toString).collect(Collectors.joining(", "));
    }
}
