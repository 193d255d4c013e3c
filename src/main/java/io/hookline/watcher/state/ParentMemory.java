package io.hookline.watcher.state;

import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that one controller remembers of one parent between its syncs. It saves work and never decides what is right: a parent
 * without memory is synced just as well, at a higher price. Dropped as a whole, see {@link ParentMemories}.
 *
 * <p>Syncs of one parent never overlap, but its children are written in parallel, and informers look in meanwhile.
 * Thread-safe.
 */
public final class ParentMemory {

    /** As many as a log line can bear. */
    private static final int CAUSES = 8;

    private final String uid;
    private final WriteExpectations writes;
    private final CustomizeAnswer customize;
    private final UpToDateChildren children = new UpToDateChildren();
    private final NameConflicts conflicts;
    private final Set<String> causes = new LinkedHashSet<>();
    private volatile @Nullable CachedSelector selector;
    private volatile @Nullable WrittenStatus status;
    private volatile @Nullable UnchangedSync unchanged;
    private volatile boolean unresolved;

    ParentMemory(String uid, InstantSource clock) {
        this.uid = uid;
        this.writes = new WriteExpectations(clock);
        this.customize = new CustomizeAnswer(clock);
        this.conflicts = new NameConflicts(clock);
    }

    /** Of which object; another one of the same name has a memory of its own. */
    public String uid() {
        return uid;
    }

    /** What was written and is not in the caches yet. */
    public WriteExpectations writes() {
        return writes;
    }

    /** The last answer of the customize hook. */
    public CustomizeAnswer customize() {
        return customize;
    }

    /** Which children need nothing. */
    public UpToDateChildren children() {
        return children;
    }

    /** Which desired children cannot be created, since other objects have their names. */
    public NameConflicts conflicts() {
        return conflicts;
    }

    /** The parent's own label selector, as read last. */
    public @Nullable CachedSelector selector() {
        return selector;
    }

    public void selector(CachedSelector read) {
        selector = read;
    }

    /** The last write of the status. */
    public @Nullable WrittenStatus status() {
        return status;
    }

    public void status(@Nullable WrittenStatus written) {
        status = written;
    }

    /** The last sync, if it changed nothing. */
    public @Nullable UnchangedSync unchanged() {
        return unchanged;
    }

    public void unchanged(@Nullable UnchangedSync sync) {
        unchanged = sync;
    }

    /** Whether a rule of the customize hook names a kind that is not served, so that a new kind must wake the parent. */
    boolean isUnresolved() {
        return unresolved;
    }

    public void unresolved(boolean now) {
        unresolved = now;
    }

    /**
     * Forgets what the API server made of our writes: with another schema it may keep a field that it dropped before.
     */
    void forgetComparisons() {
        children.clear();
        status = null;
        unchanged = null;
    }

    /** Keeps why a sync was wanted that was put off: the queue has handed that out, and the sync that acts must tell it. */
    public synchronized void keepCauses(Collection<String> more) {
        more.stream().limit(Math.max(0, CAUSES - causes.size())).forEach(causes::add);
    }

    /** Why a sync is wanted, those of the syncs that were put off first. */
    public synchronized List<String> takeCauses(Collection<String> now) {
        causes.addAll(now);
        List<String> all = List.copyOf(causes);
        causes.clear();
        return all;
    }
}
