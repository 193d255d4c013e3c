package io.hookline.watcher.sync;

import io.hookline.informer.ObjectStore;
import io.hookline.informer.ResourceVersions;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Writes for one parent that the caches do not show yet. The next sync waits for them, so that a lagging cache never causes a
 * child to be created twice. After {@link #LONGEST} a sync no longer waits and uses what the caches show. Thread-safe.
 */
final class WriteExpectations {

    static final Duration LONGEST = Duration.ofSeconds(2);

    /**
     * One write.
     *
     * @param version the resourceVersion that the API server returned; empty for a deletion
     */
    private record Write(ObjectStore store, ObjectKey key, String uid, String version, Instant until) {

        boolean isSeen() {
            Optional<KubeObject> cached = store.get(key);
            if (version.isEmpty()) {
                return cached.isEmpty()
                        || !cached.get().uid().equals(uid)
                        || cached.get().isBeingDeleted();
            }
            return cached.isPresent() && !ResourceVersions.isBefore(cached.get().resourceVersion(), version);
        }
    }

    private final InstantSource clock;
    private final List<Write> unseen = new ArrayList<>();
    private boolean waiting;

    WriteExpectations(InstantSource clock) {
        this.clock = clock;
    }

    /** Expects an object that was created or changed, in this state or a later one. */
    void wrote(ObjectStore store, KubeObject now) {
        expect(new Write(store, now.key(), now.uid(), now.resourceVersion(), end()));
    }

    /** Expects the deletion of an object. */
    void deleted(ObjectStore store, KubeObject last) {
        expect(new Write(store, last.key(), last.uid(), "", end()));
    }

    private Instant end() {
        return clock.instant().plus(LONGEST);
    }

    private synchronized void expect(Write write) {
        unseen.add(write);
    }

    /** Expects no more writes of an object whose deletion the cache reported: it will never show them. */
    synchronized void deletionSeen(KubeObject last) {
        unseen.removeIf(write -> write.uid().equals(last.uid()));
    }

    /**
     * Takes over the expectations of the stopped controller that this one replaces, for caches that both use. A cache that was
     * filled after a write shows it.
     *
     * @param caches the caches of this controller
     */
    void inherit(WriteExpectations former, Set<ObjectStore> caches) {
        former.unseen().stream().filter(write -> caches.contains(write.store())).forEach(this::expect);
    }

    /** Whether one of these caches is expected to show a write. */
    boolean isExpecting(Set<ObjectStore> caches) {
        return unseen().stream().anyMatch(write -> caches.contains(write.store()));
    }

    private synchronized List<Write> unseen() {
        return List.copyOf(unseen);
    }

    /** Whether a sync was postponed, so that the next change of the caches must add the parent to the queue. */
    synchronized boolean isWaiting() {
        return waiting;
    }

    /** The maximum time that the next sync must still wait; empty if the caches show every write. */
    synchronized Optional<Duration> remaining() {
        if (unseen.isEmpty()) { // the usual case, without reading the clock
            waiting = false;
            return Optional.empty();
        }
        Instant now = clock.instant();
        // Under this lock, so that what the caches show from now on finds the parent waiting.
        unseen.removeIf(write -> !write.until().isAfter(now) || write.isSeen());
        waiting = !unseen.isEmpty();
        return unseen.stream().map(w -> Duration.between(now, w.until())).max(Duration::compareTo);
    }
}
