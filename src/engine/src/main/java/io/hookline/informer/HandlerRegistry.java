package io.hookline.informer;

import io.hookline.trace.ObservedChange;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Calls the handlers: one change at a time, each handler in lock, after the store has the change. A handler that joins
 * gets the objects that are in the store at that moment, and each change after it.
 *
 * <p>Joining never waits, so it cannot deadlock with a handler: if a change is being delivered, the delivering thread
 * admits the new handler right after it. Thread-safe.
 */
final class HandlerRegistry {

    /** One registration of a handler; a handler may have several. */
    static final class Member {
        private final ResourceEventHandler handler;
        private final ResettableLatch joined = new ResettableLatch();
        private volatile boolean removed;

        private Member(ResourceEventHandler handler) {
            this.handler = handler;
        }

        /** Set once the handler got the present objects; from then on it gets every change. */
        ResettableLatch joined() {
            return joined;
        }

        private void deliver(CacheEvent change) {
            if (!removed) {
                change.deliver(handler);
            }
        }
    }

    private final ObjectStore store;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Member> members = new CopyOnWriteArrayList<>();
    private final Queue<Member> joining = new ConcurrentLinkedQueue<>();

    HandlerRegistry(ObjectStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Registers a handler, now or after the change that is being delivered. */
    Member join(ResourceEventHandler handler) {
        Member member = new Member(handler);
        joining.add(member);
        admitJoining();
        return member;
    }

    /** Removes a handler. A change that is being delivered at this moment may still reach it. */
    void leave(Member member) {
        member.removed = true;
        members.remove(member);
    }

    /** Changes the store, then passes the resulting changes to all handlers. */
    void update(Supplier<List<CacheEvent>> update) {
        Instant arrived = clock.instant();
        lock.lock();
        try {
            for (CacheEvent change : update.get()) {
                ObservedChange.of(change.object(), arrived)
                        .handle(() -> members.forEach(member -> member.deliver(change)));
            }
        } finally {
            lock.unlock();
        }
        admitJoining();
    }

    /**
     * Runs after each registration and after each delivery. If another thread holds the lock, it runs this method after
     * its delivery. A handler that registers another one holds the lock itself, and must return first.
     */
    private void admitJoining() {
        while (!joining.isEmpty() && !lock.isHeldByCurrentThread() && lock.tryLock()) {
            try {
                for (Member next = joining.poll(); next != null; next = joining.poll()) {
                    replayTo(next);
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void replayTo(Member member) {
        Instant arrived = clock.instant(); // for this handler
        store.all()
                .forEach(object ->
                        ObservedChange.of(object, arrived).handle(() -> member.deliver(new CacheEvent.Added(object))));
        members.add(member);
        if (member.removed) {
            members.remove(member); // it was removed before it was in the list
        }
        member.joined.set();
    }
}
