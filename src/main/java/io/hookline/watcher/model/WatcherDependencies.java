package io.hookline.watcher.model;

import io.hookline.cluster.Cluster;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.TreeReader;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;

/**
 * The dependencies that all hosted controllers share.
 *
 * @param cluster for writes and the few uncached reads
 * @param informers for all watched resources
 * @param hooks creates the clients of hooks
 * @param trees parses objects that must be merged
 * @param threads for workers and parallel writes
 * @param observer is called for each write to a child
 */
public record WatcherDependencies(
        Cluster cluster,
        SharedInformerFactory informers,
        HookConnector hooks,
        TreeReader trees,
        ThreadFactory threads,
        InstantSource clock,
        WatcherObserver observer) {

    /** Returns the same dependencies with another cluster. */
    public WatcherDependencies with(Cluster other) {
        return new WatcherDependencies(other, informers, hooks, trees, threads, clock, observer);
    }
}
