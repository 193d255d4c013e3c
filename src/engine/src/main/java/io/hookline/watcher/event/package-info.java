/**
 * Kubernetes Events: rate limit, aggregation, delivery.
 *
 * <p>Entry point: {@link EventRecorder}.
 *
 * <ul>
 *   <li>To change which events are combined or dropped, open {@link EventRecorder}.
 *   <li>To change how an event is written, open {@link EventBroadcaster}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.event;

import org.jspecify.annotations.NullMarked;
