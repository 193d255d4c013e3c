package io.hookline.informer;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Who is told of changes, and in which order: one change at a time, to all, after the store has it. Who joins is told of
 * the objects that are there at that moment, and of each change after it.
 *
 * <p>Joining never waits, so that it cannot deadlock with a handler: if a change is being told, whoever tells it lets
 * the new one in right after it. Thread-safe.
 */
final class HandlerRegistry {

    /** One handler's seat; a handler may have several. */
    static final class Member {
        private final ResourceEventHandler handler;
        private final ResettableLatch in = new ResettableLatch();
        private volatile boolean gone;

        private Member(ResourceEventHandler handler) {
            this.handler = handler;
        }

        /** Here once it was told of what is there, and hears of every change from now on. */
        ResettableLatch in() {
            return in;
        }

        private void tell(CacheEvent change) {
            if (!gone) {
                change.tell(handler);
            }
        }
    }

    private final ObjectStore store;
    private final ReentrantLock turn = new ReentrantLock();
    private final List<Member> members = new CopyOnWriteArrayList<>();
    private final Queue<Member> arriving = new ConcurrentLinkedQueue<>();

    HandlerRegistry(ObjectStore store) {
        this.store = store;
    }

    /** Lets a handler in, now or after the change that is being told. */
    Member join(ResourceEventHandler handler) {
        Member member = new Member(handler);
        arriving.add(member);
        letIn();
        return member;
    }

    /** Tells a handler no more, apart from a change that is just being told. */
    void leave(Member member) {
        member.gone = true;
        members.remove(member);
    }

    /** Changes the store, then tells everybody what came of it. */
    void tell(Supplier<List<CacheEvent>> update) {
        turn.lock();
        try {
            for (CacheEvent change : update.get()) {
                members.forEach(member -> member.tell(change));
            }
        } finally {
            turn.unlock();
        }
        letIn();
    }

    /**
     * Asked after each arrival and after each turn: whoever fails to get the turn here leaves the arrival to its present
     * holder, who comes here later. A handler that lets somebody in has the turn itself, and must finish first.
     */
    private void letIn() {
        while (!arriving.isEmpty() && !turn.isHeldByCurrentThread() && turn.tryLock()) {
            try {
                for (Member next = arriving.poll(); next != null; next = arriving.poll()) {
                    replayTo(next);
                }
            } finally {
                turn.unlock();
            }
        }
    }

    private void replayTo(Member member) {
        store.all().forEach(object -> member.tell(new CacheEvent.Added(object)));
        members.add(member);
        if (member.gone) {
            members.remove(member); // it left before it was here to be removed
        }
        member.in.come();
    }
}
