package io.hookline.watcher.model;

import io.hookline.cluster.Cluster;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.TreeReader;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The dependencies that all hosted controllers share.
 *
 * @param cluster for writes and the few uncached reads
 * @param informers for all watched resources
 * @param hooks creates the clients of hooks
 * @param trees parses objects that must be merged
 * @param threads for workers and parallel writes
 * @param observer is called for each write to a child
 * @param work observes queues and the parts of syncs
 * @param traces random numbers for the ids of traces; thread-safe
 * @param leads whether this process may write and call hooks now: what fails meanwhile is no failure
 */
public record WatcherDependencies(
        Cluster cluster,
        SharedInformerFactory informers,
        HookConnector hooks,
        TreeReader trees,
        ThreadFactory threads,
        InstantSource clock,
        WatcherObserver observer,
        WorkObserver work,
        LongSupplier traces,
        BooleanSupplier leads) {

    /** Dependencies without metrics, of the only process. */
    public WatcherDependencies(
            Cluster cluster,
            SharedInformerFactory informers,
            HookConnector hooks,
            TreeReader trees,
            ThreadFactory threads,
            InstantSource clock,
            WatcherObserver observer) {
        this(
                cluster,
                informers,
                hooks,
                trees,
                threads,
                clock,
                observer,
                WorkObserver.NONE,
                () -> ThreadLocalRandom.current().nextLong(),
                () -> true);
    }

    /** Returns the same dependencies with another cluster. */
    public WatcherDependencies with(Cluster other) {
        return new WatcherDependencies(other, informers, hooks, trees, threads, clock, observer, work, traces, leads);
    }
}
