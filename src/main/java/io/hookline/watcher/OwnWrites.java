package io.hookline.watcher;

import io.hookline.informer.ObjectStore;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers what was written for a parent until the caches show it, so that a cache that lags never makes a child be
 * created twice. Bounded: after {@link #LONGEST} a sync goes ahead on what the cache shows. Thread-safe.
 */
final class OwnWrites {

    static final Duration LONGEST = Duration.ofSeconds(2);

    private record Write(ObjectStore store, ObjectKey key, String uid, String version, Instant until) {

        boolean isSeen() {
            Optional<KubeObject> cached = store.get(key);
            if (version.isEmpty()) { // a deletion
                return cached.isEmpty()
                        || !cached.get().uid().equals(uid)
                        || cached.get().isBeingDeleted();
            }
            return cached.isPresent() && !isOlder(cached.get().resourceVersion(), version);
        }

        /** Versions are comparable as numbers; where they are not, whatever is cached counts as new. */
        private static boolean isOlder(String cached, String written) {
            boolean numbers = isNumber(cached) && isNumber(written);
            return numbers
                    && (cached.length() != written.length()
                            ? cached.length() < written.length()
                            : cached.compareTo(written) < 0);
        }

        private static boolean isNumber(String version) {
            return !version.isEmpty() && version.chars().allMatch(c -> c >= '0' && c <= '9');
        }
    }

    private final InstantSource clock;
    private final Map<ParentKey, List<Write>> waiting = new ConcurrentHashMap<>();
    private final Set<ParentKey> parked = ConcurrentHashMap.newKeySet();

    OwnWrites(InstantSource clock) {
        this.clock = clock;
    }

    /** An object was created or changed, and is now in this state. */
    void wrote(ParentKey parent, ObjectStore store, KubeObject now) {
        remember(parent, new Write(store, now.key(), now.uid(), now.resourceVersion(), end()));
    }

    /** An object was deleted. */
    void deleted(ParentKey parent, ObjectStore store, KubeObject last) {
        remember(parent, new Write(store, last.key(), last.uid(), "", end()));
    }

    /** Somebody deleted an object, so that its cache will never show what was written. */
    void gone(ParentKey parent, KubeObject last) {
        waiting.computeIfPresent(parent, (_, writes) -> {
            List<Write> left = writes.stream()
                    .filter(write -> !write.uid().equals(last.uid()))
                    .toList();
            return left.isEmpty() ? null : left;
        });
    }

    /** Whether a sync of a parent was put off, so that whatever the caches show next must wake it. */
    boolean isParked(ParentKey parent) {
        return parked.contains(parent);
    }

    /**
     * Waits also for what a controller wrote whose place this one takes. Only where it reads the same cache: one that was
     * filled after that shows it.
     *
     * @param caches what is read from now on
     */
    void inherit(OwnWrites former, Set<ObjectStore> caches) {
        former.waiting.forEach((parent, writes) -> writes.stream()
                .filter(write -> caches.contains(write.store()))
                .forEach(write -> remember(parent, write)));
    }

    private Instant end() {
        return clock.instant().plus(LONGEST);
    }

    private void remember(ParentKey parent, Write write) {
        waiting.compute(parent, (_, writes) -> {
            List<Write> all = new ArrayList<>(writes == null ? List.of() : writes);
            all.add(write);
            return List.copyOf(all);
        });
    }

    /** Forgets a parent that is gone. */
    void forget(ParentKey parent) {
        waiting.remove(parent);
        parked.remove(parent);
    }

    /** How long a parent's next sync must still wait at most, empty if the caches show everything. */
    Optional<Duration> unseen(ParentKey parent) {
        if (!waiting.containsKey(parent)) {
            parked.remove(parent); // what it waited for may have gone
            return Optional.empty();
        }
        parked.add(parent); // before the caches are looked at, so that a change from now on is not missed
        Instant now = clock.instant();
        List<Write> left = waiting.computeIfPresent(parent, (_, writes) -> {
            List<Write> unseen = writes.stream()
                    .filter(write -> write.until().isAfter(now) && !write.isSeen())
                    .toList();
            return unseen.isEmpty() ? null : unseen;
        });
        if (left == null) {
            parked.remove(parent);
            return Optional.empty();
        }
        return left.stream().map(w -> Duration.between(now, w.until())).max(Duration::compareTo);
    }
}
