package io.hookline.informer;

import io.hookline.object.ApiResource;
import java.util.Optional;

/** One subscription to a shared informer. Thread-safe. */
public interface Subscription extends AutoCloseable {

    /** The watched resource. */
    ApiResource resource();

    /** The cached objects. */
    ObjectStore store();

    /**
     * Whether a first complete list is in the store, and the handler has received it. Before that, an object that is
     * missing in the store may exist, and the handler may miss a change that follows a read of the store.
     */
    boolean isSynced();

    /**
     * Runs an action once: as soon as {@link #isSynced}, on the informer's thread after its handlers, or now if it is
     * synced already. An exception of the action is logged.
     */
    void whenSynced(Runnable action);

    /** The informer's current failure (a denied or missing kind, an unreachable server), as text for users. */
    Optional<String> failure();

    /**
     * Runs an action once: as soon as the informer fails, on the informer's thread, or now if it is failing already. An
     * exception of the action is logged.
     */
    void whenFailing(Runnable action);

    /**
     * Why the API server refused the list or watch for a reason that lasts, a denied or missing kind, until a watch is
     * open again. It stays if the server then fails in another way.
     */
    Optional<String> refusal();

    /** The current refusal, if a right is missing. */
    Optional<String> denial();

    /**
     * Runs an action once: as soon as there is a {@link #refusal}, on the informer's thread, or now if there is one
     * already. An exception of the action is logged.
     */
    void whenRefused(Runnable action);

    /**
     * The current failure, if several attempts in a row have failed, for whatever reason: changes are missed for long.
     */
    Optional<String> outage();

    /** Runs an action once: as soon as there is an {@link #outage}, as {@link #whenRefused} does. */
    void whenOut(Runnable action);

    /** Runs an action once: as soon as a watch is open again after a refusal or an outage, on the informer's thread. */
    void whenRecovered(Runnable action);

    /** Removes the handler, and stops the informer if it has no other subscriber. */
    @Override
    void close();
}
