/**
 * Java hooks: compiled from source, loaded, called with a time limit.
 *
 * <p>Entry point: {@link JavaCompiler}, {@link TimeLimitedHook}.
 *
 * <ul>
 *   <li>To change how a Java hook is called and interrupted, open {@link TimeLimitedHook}.
 *   <li>To change which classes of the server a hook sees, open {@link SharedClasses}.
 *   <li>To change which code is refused at load, open {@link ProcessExits}.
 *   <li>To change how the output of a hook is logged, open {@link HookOutput}.
 * </ul>
 */
@NullMarked
package io.hookline.server.compiled;

import org.jspecify.annotations.NullMarked;
