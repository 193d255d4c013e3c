/**
 * The SDK for authors of Java hooks.
 *
 * <p>Entry points: {@link SyncHook}, {@link DecorateHook}.
 *
 * <ul>
 *   <li>To change the input of a hook, open {@link Sync}.
 *   <li>To change the answer of a hook, open {@link Answer} and {@link Decoration}.
 *   <li>To change how requests reach a Java class, open {@link JavaHook}.
 *   <li>To change how objects are converted to and from Java classes, open {@link JsonBinding}.
 * </ul>
 */
@NullMarked
package io.hookline.hook;

import org.jspecify.annotations.NullMarked;
