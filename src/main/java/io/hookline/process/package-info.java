/**
 * The watcher and the hooks with real clock, threads and metrics.
 *
 * <p>Entry point: {@link WatcherProcess}.
 *
 * <ul>
 *   <li>To add or change a metric of the watcher, open {@link WatcherMetrics}; what it can observe is in {@code
 *       watcher.model.WatcherObserver}.
 *   <li>To change a metric of the watcher's hook calls, open {@link HookCallMetrics}; for calls that the hook server
 *       answers, {@code server.HookMetrics}.
 *   <li>To change the threads of hooks, or how often their folders are checked, open {@link HookHost}; how hooks are loaded is
 *       in {@code server.folder}.
 * </ul>
 */
@NullMarked
package io.hookline.process;

import org.jspecify.annotations.NullMarked;
