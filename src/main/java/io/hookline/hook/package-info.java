/**
 * The SDK for authors of Java hooks.
 *
 * <p>Entry points: {@link SyncHook}, {@link DecorateHook}.
 *
 * <ul>
 *   <li>To change what a hook sees, open {@link Sync}.
 *   <li>To change what a hook returns, open {@link Answer} and {@link Decoration}.
 *   <li>To change how a class of hooks becomes a program that answers requests, open {@link JavaHook}.
 * </ul>
 */
@NullMarked
package io.hookline.hook;

import org.jspecify.annotations.NullMarked;
