package io.hookline.watcher.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The failures of one sync, of which there may be one for each child. The first are kept with their texts, and the others are
 * counted: the texts of a hundred thousand would need more memory than the sync, and nobody reads them. Thread-safe, and their
 * order is that of their places, not of the threads: the equal failures of another sync are an equal text.
 */
public final class SyncFailures {

    /** How many texts are kept at most. */
    static final int MOST = 100;

    /** No further text is kept beyond so many characters together. */
    static final int MOST_CHARACTERS = 32 << 10;

    private final TreeMap<Integer, SyncException> kept = new TreeMap<>();
    private int next;
    private int characters;
    private int more;
    private @Nullable Duration after;
    private @Nullable String denied;
    private int deniedAt;
    private @Nullable String held;

    /** These failures. */
    static SyncFailures of(List<SyncException> failures) {
        SyncFailures all = new SyncFailures();
        failures.forEach(all::add);
        return all;
    }

    /** All as one; that one itself if it is the only one. At least one. */
    public SyncException joined() {
        return kept().size() + more() == 1 ? kept().getFirst() : new SyncException.Several("", this);
    }

    /** Adds one after the others. */
    public synchronized void add(SyncException failure) {
        add(next, failure);
    }

    /**
     * Adds one.
     *
     * @param place at which no other one is
     */
    synchronized void add(int place, SyncException failure) {
        next = Math.max(next, place + 1);
        failure.denied().ifPresent(request -> denied(place, request));
        if (held == null) {
            held = failure.held().orElse(null);
        }
        failure.after().ifPresent(this::after);
        kept.put(place, failure);
        characters += length(failure);
        while (kept.size() > 1 && (kept.size() > MOST || characters > MOST_CHARACTERS)) {
            characters -= length(kept.pollLastEntry().getValue());
            more++;
        }
    }

    private void denied(int place, String request) {
        if (denied == null || place < deniedAt) {
            denied = request;
            deniedAt = place;
        }
    }

    private void after(Duration delay) {
        after = after == null || after.compareTo(delay) < 0 ? delay : after;
    }

    private static int length(SyncException failure) {
        return String.valueOf(failure.getMessage()).length();
    }

    /** Adds those of another after the others. */
    public synchronized void addAll(SyncFailures others) {
        others.denied().ifPresent(request -> denied(next, request));
        others.held().ifPresent(deletions -> held = held == null ? deletions : held);
        others.after().ifPresent(this::after);
        others.kept().forEach(this::add);
        more += others.more();
    }

    /** Whether there are none. */
    public synchronized boolean isEmpty() {
        return kept.isEmpty();
    }

    /** Those whose texts are kept. */
    synchronized List<SyncException> kept() {
        return List.copyOf(kept.values());
    }

    /** The number of the others. */
    synchronized int more() {
        return more;
    }

    /** The longest delay that one of them requests. */
    synchronized Optional<Duration> after() {
        return Optional.ofNullable(after);
    }

    /** The denied request of one of them. */
    synchronized Optional<String> denied() {
        return Optional.ofNullable(denied);
    }

    /** The deletions of one of them that are held. */
    synchronized Optional<String> held() {
        return Optional.ofNullable(held);
    }
}
