/**
 * The watcher and the hooks with real clock, threads and metrics.
 *
 * <p>Entry point: {@link WatcherProcess}.
 *
 * <ul>
 *   <li>To add or change a metric, open {@code process.metrics}.
 *   <li>To change the threads of hooks, or how often their folders are checked, open {@link HookHost}; how hooks are loaded is
 *       in {@code server.folder}.
 * </ul>
 */
@NullMarked
package io.hookline.process;

import org.jspecify.annotations.NullMarked;
