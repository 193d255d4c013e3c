package io.hookline.watcher.journal;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.trace.SyncNotes;
import io.hookline.trace.Trace;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.WatcherObserver;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The last syncs of all parents that did something, and the number of the others. A sync is an entry if it wrote, failed, was put off,
 * got another answer than before, or is the first of a parent.
 *
 * <p>Bounded twice: by the entries of one parent, so that a parent that is synced all the time replaces only its own, and by the bytes of
 * all, where the oldest goes first. The entries of a parent that was deleted stay until they are replaced. Nothing is stored: a journal
 * knows what happened since {@link #since}. Thread-safe.
 */
public final class Journal implements WatcherObserver {

    /**
     * How much is remembered.
     *
     * @param bytes of all entries together; 0 to remember nothing
     * @param perParent the maximum number of entries of one parent
     */
    public record Limits(long bytes, int perParent) {

        /** No sync is remembered. */
        public static final Limits NOTHING = new Limits(0, 0);

        /** For a cluster: about 12,000 entries. */
        public static final Limits CLUSTER = new Limits(8L << 20, 20);

        /** For one developer. */
        public static final Limits DEVELOPER = new Limits(32L << 20, 100);
    }

    /** One parent of one controller. */
    public record Key(ControllerName controller, ParentKey parent) {

        /** Written out, like {@link #hashCode}: the generated methods of records are slow until they are compiled. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && parent.equals(key.parent)
                    && controller.name().equals(key.controller.name())
                    && controller.type() == key.controller.type();
        }

        @Override
        public int hashCode() {
            return 31 * parent.hashCode() + controller.name().hashCode();
        }
    }

    /**
     * What is known of one parent.
     *
     * @param entries newest first
     * @param quiet the syncs without a change since the newest entry
     */
    public record Known(List<JournalEntry> entries, QuietSyncs quiet) {}

    /**
     * All syncs of one parent.
     *
     * @param number how many there were
     * @param longest the longest one
     */
    public record Syncs(long number, Duration longest) {}

    /** What is kept of one parent; guarded by the journal. */
    private static final class ParentJournal {
        private final Deque<Long> entries = new ArrayDeque<>(4);
        private QuietSyncs quiet = new QuietSyncs();
        private long syncs;
        private long change;
        private Duration longest = Duration.ZERO;
    }

    /**
     * The parents that were synced since a change.
     *
     * @param last the number of the last change
     */
    public record Changed(long last, List<Key> parents) {}

    private record Retry(int attempt, Duration next) {}

    private final Limits limits;
    private final InstantSource clock;
    private final Instant since;

    /** By number, oldest first. */
    private final Map<Long, JournalEntry> entries = new LinkedHashMap<>();

    private final Map<Key, ParentJournal> parents = new HashMap<>();
    private long lastNumber;
    private long lastChange;
    private long bytes;

    /** An empty journal; the clock is that of the work queues. */
    public Journal(Limits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
        this.since = clock.instant();
    }

    @Override
    public <K> LoopObserver<K> loop(ControllerSpec controller) {
        if (limits.bytes() <= 0) {
            return new LoopObserver<>() {};
        }
        ControllerName name = ControllerName.of(controller.source());
        Map<K, Retry> retries = new ConcurrentHashMap<>();
        return new LoopObserver<>() {
            @Override
            public void failed(K key, Throwable cause, int attempt, Duration next) {
                retries.put(key, new Retry(attempt, next));
            }

            @Override
            public void finished(K key, Outcome outcome, Duration took) {
                Retry retry = retries.remove(key);
                Trace trace = Trace.current();
                if (trace != null && key instanceof ParentKey parent) {
                    ended(new Key(name, parent), trace, outcome, retry, took);
                }
            }
        };
    }

    @Override
    public synchronized void parentDeleted(ControllerName controller, KubeObject last) {
        Key key = new Key(controller, ParentKey.of(last));
        ParentJournal parent = parents.get(key);
        if (parent != null && parent.entries.isEmpty()) {
            parents.remove(key);
        }
    }

    private void ended(Key key, Trace trace, Outcome outcome, @Nullable Retry retry, Duration took) {
        Instant now = clock.instant();
        boolean counted = isQuiet(trace, outcome);
        if (counted && trace.parentVersion().isEmpty()) {
            return; // the parent does not exist any more, or its sync has not begun
        }
        QuietSyncs before;
        synchronized (this) {
            ParentJournal parent = parents.computeIfAbsent(key, _ -> new ParentJournal());
            parent.syncs++;
            parent.longest = took.compareTo(parent.longest) > 0 ? took : parent.longest;
            if (counted) {
                parent.quiet.count(trace, now);
                parent.change = ++lastChange;
                return;
            }
            before = parent.quiet.copy();
        }
        // Outside of the lock: comparing and encoding takes longer than all else. Syncs of one parent do not overlap.
        Duration next =
                retry == null ? outcome instanceof Outcome.RetryAfter later ? later.delay() : null : retry.next();
        int attempt = retry == null ? 0 : retry.attempt();
        JournalEntry entry = new JournalEntry.Ended(key, trace, outcome, attempt, next, now, before).entry();
        add(entry, now);
    }

    private static boolean isQuiet(Trace trace, Outcome outcome) {
        SyncNotes notes = trace.notesIfAny();
        SyncNotes.Answer answer = notes == null ? null : notes.answer();
        boolean did = notes != null && (notes.isFirst() || notes.hasWrites() || (answer != null && !answer.same()));
        return switch (outcome) {
            case Outcome.AwaitChange _, Outcome.RequeueAfter _ -> !did;
            case Outcome.RetryAfter _ -> !did && trace.parentVersion().isEmpty(); // waits for the cache
            case Outcome.Failed _, Outcome.Retry _, Outcome.Waiting _ -> false;
        };
    }

    private synchronized void add(JournalEntry entry, Instant now) {
        ParentJournal parent = parents.computeIfAbsent(entry.key(), _ -> new ParentJournal());
        parent.change = ++lastChange;
        JournalEntry last = parent.entries.isEmpty() ? null : entries.get(parent.entries.getLast());
        if (last != null && entry.isSameFailure(last)) { // in its place: the order of all is that of the first one
            entries.put(parent.entries.getLast(), last.again(now));
            return;
        }
        parent.quiet = new QuietSyncs();
        // Numbered only here: whoever has seen an entry has seen, or can see, all with smaller numbers.
        long number = ++lastNumber;
        parent.entries.addLast(number);
        entries.put(number, entry.numbered(number));
        bytes += entry.size();
        while (parent.entries.size() > limits.perParent()) {
            remove(parent.entries.getFirst());
        }
        while (bytes > limits.bytes() && !entries.isEmpty()) {
            remove(entries.keySet().iterator().next());
        }
    }

    private void remove(long number) {
        JournalEntry old = entries.remove(number);
        if (old == null) {
            return;
        }
        bytes -= old.size();
        ParentJournal parent = parents.get(old.key());
        if (parent != null && parent.entries.remove(number) && parent.entries.isEmpty()) {
            parents.remove(old.key());
        }
    }

    /** Since when it knows what happened. */
    public Instant since() {
        return since;
    }

    /** The memory of all entries, in bytes. */
    public synchronized long bytes() {
        return bytes;
    }

    /** The number of the last change. */
    public synchronized long lastChange() {
        return lastChange;
    }

    /** The parents that were synced after a change. Takes time in proportion to all parents, if there is one. */
    public synchronized Changed changedSince(long change) {
        List<Key> changed = change == lastChange
                ? List.of()
                : parents.entrySet().stream()
                        .filter(each -> each.getValue().change > change)
                        .map(Map.Entry::getKey)
                        .toList();
        return new Changed(lastChange, changed);
    }

    /** What is known of a parent; empty if nothing is. */
    public synchronized Optional<Known> of(Key key) {
        return Optional.ofNullable(parents.get(key))
                .map(parent -> new Known(
                        parent.entries.reversed().stream()
                                .flatMap(number -> Stream.ofNullable(entries.get(number)))
                                .toList(),
                        parent.quiet.copy()));
    }

    /** The number of all syncs of a parent; 0 if nothing is known of it. */
    public synchronized long syncs(Key key) {
        ParentJournal parent = parents.get(key);
        return parent == null ? 0 : parent.syncs;
    }

    /** The syncs of all parents of which something is known. */
    public synchronized Map<Key, Syncs> syncs() {
        return parents.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, each -> {
            ParentJournal parent = each.getValue();
            return new Syncs(parent.syncs, parent.longest);
        }));
    }

    /**
     * The parents whose syncs have written a child, which may be deleted by now.
     *
     * @param child such as {@code ConfigMap default/shop}
     */
    public List<Key> writersOf(String child) {
        List<JournalEntry> all;
        synchronized (this) {
            all = List.copyOf(entries.values());
        }
        return all.stream()
                .filter(entry -> entry.json().contains("\"object\":\"" + child + "\""))
                .map(JournalEntry::key)
                .distinct()
                .toList();
    }
}
