package io.hookline.watcher.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The failures of one sync, of which there may be one for each child. The first are kept with their texts, and the others are
 * counted: the texts of a hundred thousand would need more memory than the sync, and nobody reads them. Not thread-safe.
 */
public final class SyncFailures {

    /** How many texts are kept at most. */
    static final int MOST = 100;

    /** No further text is kept beyond so many characters together. */
    static final int MOST_CHARACTERS = 32 << 10;

    private final List<SyncException> kept = new ArrayList<>();
    private int characters;
    private int more;
    private @Nullable Duration after;
    private @Nullable String denied;
    private @Nullable String held;

    /** These failures. */
    static SyncFailures of(List<SyncException> failures) {
        SyncFailures all = new SyncFailures();
        failures.forEach(all::add);
        return all;
    }

    /** Adds one. */
    public void add(SyncException failure) {
        if (denied == null) {
            denied = failure.denied().orElse(null);
        }
        if (held == null) {
            held = failure.held().orElse(null);
        }
        failure.after().ifPresent(delay -> after = after == null || after.compareTo(delay) < 0 ? delay : after);
        if (kept.isEmpty() || (kept.size() < MOST && characters + length(failure) <= MOST_CHARACTERS)) {
            kept.add(failure);
            characters += length(failure);
        } else {
            more++;
        }
    }

    private static int length(SyncException failure) {
        return String.valueOf(failure.getMessage()).length();
    }

    /** Adds those of another. */
    public void addAll(SyncFailures others) {
        others.kept.forEach(this::add);
        more += others.more;
        if (denied == null) {
            denied = others.denied;
        }
        if (held == null) {
            held = others.held;
        }
        Duration delay = others.after;
        if (delay != null && (after == null || after.compareTo(delay) < 0)) {
            after = delay;
        }
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return kept.isEmpty();
    }

    /** Those whose texts are kept. */
    List<SyncException> kept() {
        return List.copyOf(kept);
    }

    /** The number of the others. */
    int more() {
        return more;
    }

    /** The longest delay that one of them requests. */
    Optional<Duration> after() {
        return Optional.ofNullable(after);
    }

    /** The denied request of one of them. */
    Optional<String> denied() {
        return Optional.ofNullable(denied);
    }

    /** The deletions of one of them that are held. */
    Optional<String> held() {
        return Optional.ofNullable(held);
    }
}
