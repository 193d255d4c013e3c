/**
 * {@code hookline warmup}: a run from which the JVM records its AOT caches.
 *
 * <p>Entry point: {@link WarmupCommand}.
 *
 * <ul>
 *   <li>To change the work that a warm-up run does, or its manifests and hooks, open {@link WarmupCommand}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.warmup;

import org.jspecify.annotations.NullMarked;
