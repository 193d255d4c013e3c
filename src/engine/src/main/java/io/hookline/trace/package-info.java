/**
 * Follows one sync from the change that caused it to its last write: an id for logs and hooks, and the times of its stages.
 *
 * <p>Entry point: {@link Trace}.
 *
 * <ul>
 *   <li>To change what is known of the causes of a sync, open {@link Cause}; of the first change among them, {@link ObservedChange}.
 *   <li>To change the id, or the header of hook calls, open {@link Trace}.
 *   <li>To change the times of the stages, open {@link Stages}.
 * </ul>
 */
@NullMarked
package io.hookline.trace;

import org.jspecify.annotations.NullMarked;
