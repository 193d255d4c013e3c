package io.hookline.watcher.state;

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
 * What was written for one parent and is not in the caches yet. Its next sync waits for that, so that a cache that lags never
 * makes a child be created twice. Bounded: after {@link #LONGEST} a sync goes ahead on what the caches show. Thread-safe.
 */
public final class WriteExpectations {

    static final Duration LONGEST = Duration.ofSeconds(2);

    /**
     * One write.
     *
     * @param version what the API server answered; empty for a deletion
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

    /** An object was created or changed, and is now in this state. */
    public void wrote(ObjectStore store, KubeObject now) {
        expect(new Write(store, now.key(), now.uid(), now.resourceVersion(), end()));
    }

    /** An object was deleted. */
    public void deleted(ObjectStore store, KubeObject last) {
        expect(new Write(store, last.key(), last.uid(), "", end()));
    }

    private Instant end() {
        return clock.instant().plus(LONGEST);
    }

    private synchronized void expect(Write write) {
        unseen.add(write);
    }

    /** The cache reported the deletion of an object: it will never show what was written. */
    public synchronized void deletedBySomebody(KubeObject last) {
        unseen.removeIf(write -> write.uid().equals(last.uid()));
    }

    /**
     * Expects also what a stopped controller wrote in whose place this one works. Only in the same caches: one that was
     * filled after the write shows it.
     *
     * @param caches what is read from now on
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

    /** Whether a sync was put off, so that whatever the caches show next must wake the parent. */
    synchronized boolean isWaiting() {
        return waiting;
    }

    /** How long the next sync must still wait at most; empty if the caches show everything. */
    public synchronized Optional<Duration> remaining() {
        if (unseen.isEmpty()) { // the common case reads no clock
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
