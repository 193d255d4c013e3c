package io.hookline.watcher.model;

import io.hookline.cluster.Cluster;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.TreeReader;
import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;

/**
 * What every hosted controller works with.
 *
 * @param cluster for writes and the few live reads
 * @param informers for everything that is watched
 * @param hooks opens hooks
 * @param trees parses objects that must be merged
 * @param threads for loops and parallel writes
 * @param observer is told what is done
 */
public record WatcherDependencies(
        Cluster cluster,
        SharedInformerFactory informers,
        HookConnector hooks,
        TreeReader trees,
        ThreadFactory threads,
        InstantSource clock,
        WatcherObserver observer) {}
