/**
 * The nouns of one controller: kinds, keys, and what every controller is given.
 *
 * <p>Entry point: {@link WatcherDependencies}.
 *
 * <ul>
 *   <li>To change what every controller is given, open {@link WatcherDependencies}.
 *   <li>To change what is known of the kinds of parents and children, open {@link ParentKind} and {@link ChildKind}.
 *   <li>To change discovery, open {@link RestMapper}.
 *   <li>To change what metrics can observe, open {@link WatcherObserver}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.model;

import org.jspecify.annotations.NullMarked;
