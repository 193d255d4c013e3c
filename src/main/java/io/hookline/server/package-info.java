/**
 * The hook server: loads hooks from folders, runs them, and serves them over HTTP and in this process.
 *
 * <p>Entry points: {@link HookServer}, {@link ServedHooks}, {@link HookFolders}.
 *
 * <ul>
 *   <li>To change paths, headers or status codes, open {@link HookServer} and {@link ServedHooks}.
 *   <li>To change which files are a hook, open {@link HookLoader} and {@link Executables}.
 *   <li>To change how a Java hook runs, open {@link TimeLimitedHook}; for executables, {@link ProcessRunner}.
 *   <li>To change the limits of calls, open {@link HookSettings} and {@link HookConcurrency}.
 * </ul>
 */
@NullMarked
package io.hookline.server;

import org.jspecify.annotations.NullMarked;
