/**
 * Small writes to objects: status, finalizers, JSON patches.
 *
 * <p>Entry point: {@link ObjectWriter}.
 *
 * <ul>
 *   <li>To change the status, open {@link StatusWriter}.
 *   <li>To change the finalizer, open {@link Finalizers} and {@link FinalizerRelease}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.write;

import org.jspecify.annotations.NullMarked;
