/**
 * What the watcher can say of its controllers and their parents now, read from caches and queues: nothing here can write, or call a hook.
 *
 * <p>Entry point: {@link WatcherView}.
 *
 * <ul>
 *   <li>To add a state in which a parent can be, open {@link ParentState}; {@code watcher.LiveView} finds out which one it is.
 *   <li>To change which problems of a parent are told though no sync fails, open {@code watcher.HostedController}.
 *   <li>To change what is said of a controller, open {@link ControllerState}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.view;

import org.jspecify.annotations.NullMarked;
