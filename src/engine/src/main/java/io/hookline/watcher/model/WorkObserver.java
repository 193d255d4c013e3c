package io.hookline.watcher.model;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.queue.QueueObserver;
import io.hookline.queue.QueueState;
import io.hookline.reconcile.LoopObserver;
import io.hookline.spec.ControllerSpec;
import java.time.Duration;
import java.util.function.Supplier;

/** Observes how much work the watcher has and how long it takes, for metrics. Called in its threads: must return at once. */
public interface WorkObserver {

    /** Observes nothing. */
    WorkObserver NONE = new WorkObserver() {};

    /** A part of a sync. */
    enum Phase {
        /** The finalizer, the observed children with adoption and release, the revisions and the related objects. */
        CLAIM,
        /** The call of the sync or finalize hook, of all revisions. */
        HOOK,
        /** The answer is read, compared, and the children are written. */
        APPLY,
        /** The status of the parent is compared and written. */
        STATUS
    }

    /** Observes one hosted controller, from its creation to its stop. */
    interface Work {

        /** The observer of its queue. */
        default <K> QueueObserver<K> queue() {
            return QueueObserver.none();
        }

        /** The controller was created; the state of its queue can be read until {@link #stopped}. */
        default void created(Supplier<QueueState> queue) {}

        /** A part of a sync has ended. */
        default void ended(Phase phase, Duration took) {}

        /** The controller was stopped, or could not be created; nothing follows. */
        default void stopped() {}
    }

    /** Observes the starts, restarts and stops of all controllers of one type. */
    interface Lifecycle<K> extends QueueObserver<K>, LoopObserver<K> {

        /** The loop was created. */
        default void created(Supplier<QueueState> queue, int workers) {}
    }

    /** The observer of a controller that is created now. */
    default Work controller(ControllerSpec controller) {
        return new Work() {};
    }

    /** The observer of the starts and stops of controllers. */
    default <K> Lifecycle<K> lifecycle(ControllerType type) {
        return new Lifecycle<>() {};
    }
}
