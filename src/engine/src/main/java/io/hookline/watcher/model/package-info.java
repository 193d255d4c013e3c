/**
 * Values of one controller: its kinds and keys, discovery, and the dependencies that all controllers share.
 *
 * <p>Entry point: {@link WatcherDependencies}.
 *
 * <ul>
 *   <li>To add a dependency that all controllers share, open {@link WatcherDependencies}.
 *   <li>To change what belongs to a kind of parents or children, open {@link ParentKind} and {@link ChildKind}.
 *   <li>To change how resources are looked up and when discovery is refreshed, open {@link RestMapper}.
 *   <li>To change how independent calls run in parallel, open {@link Fanout}.
 *   <li>To change what metrics and the console can observe, open {@link WatcherObserver}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.model;

import org.jspecify.annotations.NullMarked;
