/**
 * The status of CompositeControllers and DecoratorControllers: conditions and counts.
 *
 * <p>Entry point: {@link ControllerConditions}, a function from what is known of a controller to its conditions.
 *
 * <ul>
 *   <li>To change a condition, open {@link ControllerConditions}; to change its reasons and their advice, open
 *       {@link Reason}.
 *   <li>To change the JSON of the status and what counts as a change, open {@link ControllerStatus}.
 *   <li>To change how a status is written, open {@link ControllerStatusWriter}; when, {@code StatusSchedule} in it.
 *   <li>To change what is remembered of hook calls, open {@link ObservedCalls}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.condition;

import org.jspecify.annotations.NullMarked;
