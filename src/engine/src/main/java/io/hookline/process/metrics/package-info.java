/**
 * The metrics of the watcher: those of Metacontroller under its names, and our own with the prefix {@code hookline_}.
 *
 * <p>Entry point: {@link WatcherMeters}.
 *
 * <ul>
 *   <li>To change a metric of hook calls, open {@link HookCallMetrics}; for calls that the hook server answers, {@code
 *       server.HookMetrics}.
 *   <li>To change a metric of syncs or of writes to children, open {@link SyncMetrics}; what it can observe is in
 *       {@code watcher.model.WatcherObserver} and {@code watcher.model.WorkObserver}.
 *   <li>To change a metric of work queues, open {@link QueueMetrics}.
 *   <li>To change a metric of the starts and stops of controllers, open {@link LifecycleMetrics}.
 *   <li>To change a metric of the conditions of controllers, open {@code ConditionMetrics} in {@link WatcherMeters}.
 *   <li>To change a metric of writes, open {@code CountedCluster} in {@link WatcherMeters}; of all requests,
 *       {@link RequestMetrics}.
 *   <li>To change a metric of the process or of the JVM, open {@link ProcessMetrics}.
 * </ul>
 *
 * <p>Every metric has a row in {@code src/docs/metrics.md}.
 */
@NullMarked
package io.hookline.process.metrics;

import org.jspecify.annotations.NullMarked;
