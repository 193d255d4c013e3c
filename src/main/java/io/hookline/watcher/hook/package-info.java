/**
 * Calls the hooks of one controller.
 *
 * <p>Entry point: {@link ControllerHooks}.
 *
 * <ul>
 *   <li>To change the requests to hooks and the handling of their answers, open {@link ControllerHooks}.
 *   <li>To change the error about invalid labels of a desired child, open {@link InvalidLabels}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.hook;

import org.jspecify.annotations.NullMarked;
