/**
 * {@code hookline warmup}: a run from which the JVM records its AOT caches.
 *
 * <p>Entry point: {@link WarmupCommand}.
 *
 * <ul>
 *   <li>To change the work that a warm-up run does, open {@link WarmupRun}.
 *   <li>To change the manifests and hooks of a warm-up run, open {@link WarmupExample}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.warmup;

import org.jspecify.annotations.NullMarked;
