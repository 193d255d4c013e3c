package io.hookline.informer;

import io.hookline.object.ApiResource;
import java.util.Optional;

/** One user's share of an informer. Thread-safe. */
public interface Subscription extends AutoCloseable {

    /** What is watched. */
    ApiResource resource();

    /** What is cached. */
    ObjectStore store();

    /**
     * Whether a first complete list is in the store, and the handler was told of it: before that nothing may be concluded
     * from absence, and a change after a look into the store may not be told.
     */
    boolean isSynced();

    /**
     * Runs an action once, as soon as {@link #isSynced}: on the informer's thread, after the handlers were told of what is
     * there; or at once, if it is already. What the action throws is logged.
     */
    void whenSynced(Runnable action);

    /** What keeps the informer from working now (a denied or missing kind, an unreachable server), for people. */
    Optional<String> trouble();

    /**
     * Runs an action once, as soon as there is {@link #trouble}: on the informer's thread, or at once, if there is some
     * already. What the action throws is logged.
     */
    void whenTroubled(Runnable action);

    /** Tells this handler no more, and stops the informer if nobody else uses it. */
    @Override
    void close();
}
