package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.apply.ChildChange.Residue;
import io.hookline.apply.ChildId;
import io.hookline.apply.Children;
import io.hookline.apply.ContentHash;
import io.hookline.apply.SettledChildren;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.trace.Causes;
import io.hookline.trace.ObservedChange;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.sync.DesiredChildren.Warning;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one controller remembers of one parent between syncs. A parent without memory is synced with the same
 * result, only with more work. Dropped as a whole, see {@link ParentMemories}. Parts of it are forgotten before:
 *
 * <pre>
 * children, status, unchanged   the definition of a kind changed, see {@link #forgetComparisons}
 * customize, unchanged          the hook or the deletion policy changed, see {@link #forgetAnswers}
 * hookVersion                   the hook was replaced in this process
 * unchanged                     a sync applies another answer, or undoes what was applied
 * one of children               it was deleted, or is neither observed nor desired
 * one of customize              the parent no longer has that revision
 * </pre>
 *
 * <p>All others are replaced by a later sync, or compared with the parent before they are used.
 *
 * <p>Syncs of one parent never overlap, but its children are written in parallel, and informers read the memory
 * meanwhile. Thread-safe.
 */
public final class ParentMemory {

    /** A hook with one mistake may get a warning for each of very many children. */
    private static final int SHOWN_WARNINGS = 3;

    private final String uid;
    private final WriteExpectations writes;
    private final InstantSource clock;
    private final Map<String, CustomizeAnswer> customize = new ConcurrentHashMap<>();
    private final UpToDateChildren children = new UpToDateChildren();
    private final NameConflicts conflicts;
    private Kept kept = Kept.NONE;
    private @Nullable ObservedChange change;
    private volatile @Nullable CachedSelector selector;
    private volatile String ownVersion = "";
    private volatile @Nullable WrittenStatus status;
    private volatile @Nullable JsonNode unwritten;
    private volatile @Nullable KnownRevisions revisions;
    private volatile @Nullable Set<ChildId> heldChildren;
    private volatile @Nullable ReleasedDeletions released;
    private volatile @Nullable UnchangedSync unchanged;
    private volatile @Nullable LastInputs inputs;
    private volatile DecoratedKeys decorated = DecoratedKeys.NONE;
    private volatile @Nullable String hookVersion;
    private volatile boolean unresolved;
    private volatile boolean altersStatus;
    private volatile List<Warning> warnings = List.of();
    private final AtomicInteger unfinished = new AtomicInteger();
    private volatile @Nullable Instant unfinishedSince;

    ParentMemory(String uid, InstantSource clock) {
        this.uid = uid;
        this.writes = new WriteExpectations(clock);
        this.clock = clock;
        this.conflicts = new NameConflicts(clock);
    }

    /** The uid of the parent; a later object of the same name gets a new memory. */
    public String uid() {
        return uid;
    }

    /** Writes that the caches do not show yet. */
    public WriteExpectations writes() {
        return writes;
    }

    /**
     * The last answer of the customize hook for a revision of the parent.
     *
     * @param revision the name of the revision; empty for a parent without revisions
     */
    public CustomizeAnswer customize(String revision) {
        return customize.computeIfAbsent(revision, _ -> new CustomizeAnswer(clock));
    }

    /** The revisions of the parent, as computed last. */
    public @Nullable KnownRevisions revisions() {
        return revisions;
    }

    /** Keeps the revisions of the parent, and forgets what is known of others. */
    public void revisions(KnownRevisions now) {
        revisions = now;
        customize
                .keySet()
                .retainAll(now.revisions().stream().map(ParentRevision::name).toList());
    }

    /** Children that are known to be up to date. */
    public UpToDateChildren children() {
        return children;
    }

    /** Desired children that cannot be created because other objects have their names. */
    public NameConflicts conflicts() {
        return conflicts;
    }

    /** Keeps the warnings about the children of the last answer. */
    void warnings(List<Warning> now) {
        warnings = now.size() <= SHOWN_WARNINGS
                ? now
                : Stream.concat(
                                now.stream().limit(SHOWN_WARNINGS),
                                Stream.of(new Warning(
                                        now.get(SHOWN_WARNINGS).reason(),
                                        "and more such warnings; the events of the parent have them")))
                        .toList();
    }

    /** What keeps children from being as the hook wants them though no sync fails, as the events about it say. */
    public List<String> problems() {
        Stream<Warning> names = conflicts.warnings().stream().map(text -> new Warning(ChildCreator.NAME_TAKEN, text));
        return Stream.concat(names, warnings.stream())
                .map(each -> each.reason() + ": " + each.text())
                .toList();
    }

    /** How often the finalize hook answered that it is not done. */
    public int unfinished() {
        return unfinished.get();
    }

    /**
     * The finalize hook answered once more that it is not done.
     *
     * @param held whether the controller's finalizer keeps the parent
     */
    void notFinalized(boolean held) {
        unfinished.incrementAndGet();
        Instant before = unfinishedSince;
        Instant since = before == null ? clock.instant() : before;
        unfinishedSince = held ? since : null;
    }

    /** The finalize hook answered that it is done, or need not be called. */
    void finalized() {
        unfinishedSince = null;
    }

    /** For how long the finalize hook has kept the parent by its answers; zero if it does not. */
    public Duration unfinishedFor() {
        Instant since = unfinishedSince;
        return since == null ? Duration.ZERO : Duration.between(since, clock.instant());
    }

    /** For how long another object is known to have the name of a child; zero if none has. */
    public Duration nameTakenFor() {
        return conflicts.longest();
    }

    /** The children that the last step of the parent's rolling update held; empty before the first step. */
    public Optional<Set<ChildId>> heldChildren() {
        return Optional.ofNullable(heldChildren);
    }

    public void heldChildren(Set<ChildId> held) {
        heldChildren = held;
    }

    /** The parent's {@code spec.selector}, as read last. */
    public @Nullable CachedSelector selector() {
        return selector;
    }

    public void selector(CachedSelector read) {
        selector = read;
    }

    /** Whether our own last write of the parent has left it in this state. */
    public boolean isAsWritten(KubeObject parent) {
        return ownVersion.equals(parent.resourceVersion());
    }

    /** Records that we have written the parent. */
    public void wroteParent(KubeObject now) {
        ownVersion = now.resourceVersion();
    }

    /** The last write of the status. */
    public @Nullable WrittenStatus status() {
        return status;
    }

    public void status(@Nullable WrittenStatus written) {
        status = written;
    }

    /** Whether the API server makes something else of the last status that was wanted, such as by dropping a field. */
    public boolean altersStatus() {
        return altersStatus;
    }

    void altersStatus(boolean now) {
        altersStatus = now;
    }

    /** The conditions of the rolling update, as a status has them, if the status does not show all of them. */
    public Optional<JsonNode> unwritten() {
        return Optional.ofNullable(unwritten);
    }

    public void unwritten(@Nullable JsonNode conditions) {
        unwritten = conditions;
    }

    /** The deletions that a user allowed last. */
    public @Nullable ReleasedDeletions released() {
        return released;
    }

    public void released(ReleasedDeletions deletions) {
        released = deletions;
    }

    /** The last sync, if it changed nothing. */
    public @Nullable UnchangedSync unchanged() {
        return unchanged;
    }

    public void unchanged(@Nullable UnchangedSync sync) {
        unchanged = sync;
    }

    /** What the hook was called with last; null before the first call. */
    public @Nullable LastInputs inputs() {
        return inputs;
    }

    public void inputs(@Nullable LastInputs called) {
        inputs = called;
    }

    /** The labels and annotations that the last answer has set, if the controller's deletion policy needs them. */
    public DecoratedKeys decorated() {
        return decorated;
    }

    public void decorated(DecoratedKeys set) {
        decorated = set;
    }

    /**
     * The version of the hook in the last sync that did not fail, empty if the hook has none; null if there was no such
     * sync.
     */
    public @Nullable String hookVersion() {
        return hookVersion;
    }

    public void hookVersion(@Nullable String answered) {
        hookVersion = answered;
    }

    /** Whether a related rule names a kind that is not served. Then a new kind must add the parent to the queue. */
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

    /**
     * Forgets what the hook answered. A sync in flight keeps its answer of the customize hook in an object that is not
     * used again.
     */
    void forgetAnswers() {
        customize.clear();
        unchanged = null;
    }

    /**
     * Keeps the causes of a sync that was postponed or failed, for the next one. The queue returns them once.
     *
     * @param cause the first change among them
     * @param untried those of them for which no sync has written children
     */
    public synchronized void keepCauses(Causes more, @Nullable ObservedChange cause, Causes untried) {
        change = change == null ? cause : change;
        kept = new Kept(kept.all().and(more), kept.untried().and(untried));
    }

    /** Returns and clears the first change that the kept causes name; null if there is none. */
    public synchronized @Nullable ObservedChange takeChange() {
        ObservedChange kept = change;
        change = null;
        return kept;
    }

    /** The kept causes for which no sync has written children, followed by those of this sync. */
    public synchronized Causes untried(Causes now) {
        return kept.untried().and(now);
    }

    /** Returns and clears the kept causes, followed by those of this sync. */
    public synchronized Causes takeCauses(Causes now) {
        Causes all = kept.all().and(now);
        kept = Kept.NONE;
        return all;
    }

    /**
     * The causes of syncs that were postponed or failed.
     *
     * @param untried those for which no sync has written children
     */
    private record Kept(Causes all, Causes untried) {
        private static final Kept NONE = new Kept(Causes.NONE, Causes.NONE);
    }

    /**
     * The last status written, and as stored. If the API server prunes part of it, the same write must not be repeated.
     */
    record WrittenStatus(Optional<JsonText> stored, JsonNode wanted) {}

    /** The label selector read from one version of a parent. */
    record CachedSelector(long generation, String resourceVersion, LabelSelector selector) {}

    /**
     * The revisions of a parent, with the objects that they were read from. Objects are compared by identity: the cache
     * replaces an object that changes.
     *
     * @param parent as cached
     * @param recorded its ControllerRevisions as cached
     * @param revisions latest first
     */
    record KnownRevisions(KubeObject parent, List<KubeObject> recorded, List<ParentRevision> revisions) {

        /** Whether the revisions of these objects are the same. */
        boolean isOf(KubeObject parent, List<KubeObject> recorded) {
            return this.parent == parent && UnchangedSync.areSame(this.recorded, recorded);
        }
    }

    /**
     * Deletions of children that a user has allowed.
     *
     * @param annotation the value that allowed them
     * @param uids of the children
     */
    record ReleasedDeletions(String annotation, Set<String> uids) {
        ReleasedDeletions {
            uids = Set.copyOf(uids);
        }

        /** Whether these children were among them, and the annotation still has that value. */
        boolean covers(String annotation, Set<String> uids) {
            return this.annotation.equals(annotation) && this.uids.containsAll(uids);
        }
    }

    /**
     * Children of one parent that are up to date, in a certain version and for certain desired bytes. They need not
     * be parsed, merged or compared again. If the API server changes what is sent, for example by defaulting, the
     * difference is remembered too; that stays valid when other fields change. Thread-safe.
     */
    static final class UpToDateChildren implements SettledChildren {

        private record Id(GroupVersionKind kind, ObjectKey key) {
            static Id of(KubeObject child) {
                return new Id(child.gvk(), child.key());
            }

            boolean isIn(Children children) {
                return children.find(kind, key).isPresent();
            }
        }

        /**
         * What is known of one child.
         *
         * @param uid of the object; another object of its name is another child
         * @param resourceVersion the version that is up to date; empty if no version is
         * @param desired the hash of the desired bytes for which it is up to date
         * @param kept the difference that the API server makes itself, if any
         */
        private record Known(
                String uid,
                String resourceVersion,
                @Nullable ContentHash desired,
                @Nullable Residue kept) {

            static Known nothing(KubeObject child) {
                return new Known(child.uid(), "", null, null);
            }

            boolean isOf(KubeObject child) {
                return uid.equals(child.uid());
            }
        }

        private final Map<Id, Known> byId = new ConcurrentHashMap<>();

        @Override
        public boolean isSettled(KubeObject observed, ContentHash desired) {
            Known known = byId.get(Id.of(observed));
            return known != null
                    && known.isOf(observed)
                    && desired.equals(known.desired())
                    && known.resourceVersion().equals(observed.resourceVersion());
        }

        @Override
        public boolean isServersDoing(KubeObject observed, Residue residue) {
            Known known = byId.get(Id.of(observed));
            return known != null && known.isOf(observed) && residue.equals(known.kept());
        }

        /** Remembers that a child is up to date. */
        void remember(KubeObject child, ContentHash desired) {
            change(child, known -> new Known(child.uid(), child.resourceVersion(), desired, known.kept()));
        }

        /** Remembers that the desired bytes were sent and that the API server left the child in this state. */
        void serverKeeps(KubeObject child, ContentHash desired, Residue residue) {
            change(child, _ -> new Known(child.uid(), child.resourceVersion(), desired, residue));
        }

        private void change(KubeObject child, UnaryOperator<Known> change) {
            byId.compute(
                    Id.of(child),
                    (_, known) -> change.apply(known == null || !known.isOf(child) ? Known.nothing(child) : known));
        }

        /**
         * Forgets children that are neither observed nor desired: they were deleted by another client, such as finished
         * Jobs.
         */
        void keepOnly(Children observed, Children desired) {
            if (byId.size() > desired.size()) {
                byId.keySet().removeIf(child -> !child.isIn(observed) && !child.isIn(desired));
            }
        }

        /** Forgets all children. */
        void clear() {
            byId.clear();
        }

        /** Forgets a child that was deleted. */
        void forget(KubeObject child) {
            byId.remove(Id.of(child));
        }
    }
}
