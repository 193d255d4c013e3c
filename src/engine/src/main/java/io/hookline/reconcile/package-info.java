/**
 * The generic controller loop: keys in, outcomes out, back-off.
 *
 * <p>Entry point: {@link ControllerLoop}.
 *
 * <ul>
 *   <li>To change when a key is retried, open {@link ControllerLoop}.
 *   <li>To add a way in which a reconcile can end, open {@link Outcome}.
 * </ul>
 */
@NullMarked
package io.hookline.reconcile;

import org.jspecify.annotations.NullMarked;
