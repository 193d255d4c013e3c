/**
 * Small writes to objects: the status, finalizers, JSON patches.
 *
 * <p>Entry point: {@link ObjectWriter}.
 *
 * <ul>
 *   <li>To change which status counts as new, and how it is written, open {@link StatusWriter}. When it is written in a sync is
 *       decided in {@code watcher.sync.CompositeApplier} and {@code DecoratorApplier}.
 *   <li>To change which writes are slowed down since they never end, open {@link LoopBrake}; how long they wait, {@link WriteSeries}.
 *   <li>To change when a parent gets or loses the finalizer, open {@link Finalizers}.
 *   <li>To change how the finalizers of a deleted controller are removed, open {@link FinalizerRelease}.
 *   <li>To change how patches, updates and conflicts are handled, open {@link ObjectWriter}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.write;

import org.jspecify.annotations.NullMarked;
