/**
 * Defaults that the server fills in, and unknown fields that it removes.
 *
 * <p>Entry point: {@link Normalizer}.
 *
 * <ul>
 *   <li>To change a default of a built-in kind, or of Pods, open {@link BuiltInDefaults}.
 *   <li>To change addresses and ports of Services, open {@link ServiceDefaults}.
 * </ul>
 */
@NullMarked
package io.hookline.local.defaults;

import org.jspecify.annotations.NullMarked;
