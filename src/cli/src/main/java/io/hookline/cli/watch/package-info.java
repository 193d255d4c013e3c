/**
 * {@code hookline watch} and {@code hookline run}: the watcher on a real cluster.
 *
 * <p>Entry point: {@link WatcherServer}.
 *
 * <ul>
 *   <li>To change a flag of Metacontroller, open {@link WatchFlags}.
 *   <li>To change what a watcher does as a leader, open {@link ElectedWatcher}; the times are in {@code election}.
 *   <li>To change health, readiness and metrics endpoints, open {@link HealthEndpoints}; the metrics are in {@code
 *       process.metrics}.
 *   <li>To change how long the start waits for the API server, open {@link WatcherServer}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.watch;

import org.jspecify.annotations.NullMarked;
