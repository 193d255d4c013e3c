/**
 * Calls to the hooks of one controller.
 *
 * <p>Entry point: {@link ControllerHooks}.
 *
 * <ul>
 *   <li>To change which hook is called with what, open {@link ControllerHooks}.
 *   <li>To change what is wrong with the labels of a desired child, open {@link InvalidLabels}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.hook;

import org.jspecify.annotations.NullMarked;
