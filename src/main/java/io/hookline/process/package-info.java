/**
 * The watcher and the hooks with real clock, threads and metrics.
 *
 * <p>Entry point: {@link WatcherProcess}.
 *
 * <ul>
 *   <li>To add or change a metric of the watcher, open {@link WatcherMetrics}; what it can observe is in {@code
 *       watcher.model.WatcherObserver}.
 *   <li>To change a metric of hook calls, open {@link HookCallMetrics}.
 *   <li>To change how hook folders are loaded and reloaded, open {@link HookHost}.
 * </ul>
 */
@NullMarked
package io.hookline.process;

import org.jspecify.annotations.NullMarked;
