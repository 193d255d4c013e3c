/**
 * Starts and stops one controller for each CompositeController and DecoratorController.
 *
 * <p>Entry point: {@link Watcher}.
 *
 * <ul>
 *   <li>To change when a controller starts, restarts and stops, open {@link Controllers}.
 *   <li>To change the parts that one controller is made of, open {@link io.hookline.watcher.sync.ControllerParts}.
 *   <li>To change the conditions for starting a controller, open {@link StartPreconditions}.
 *   <li>To change what happens to the parents of a deleted controller, open {@link ControllerCleanup}.
 *   <li>To change when a controller that is being deleted undoes what it made, open {@link UndoFinalizer}.
 *   <li>To change the warning about overlapping controllers, open {@code OverlappingControllers} in
 *       {@link Controllers}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher;

import org.jspecify.annotations.NullMarked;
