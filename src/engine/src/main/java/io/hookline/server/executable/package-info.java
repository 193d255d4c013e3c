/**
 * Executables as hooks: one process for each call.
 *
 * <p>Entry point: {@link ExecutableHook}.
 *
 * <ul>
 *   <li>To change which files are started, and by which interpreter, open {@link Executables}.
 *   <li>To change how a process is started, timed and read, open {@link ProcessRunner}.
 *   <li>To change which descendants are killed, open {@link ProcessTree}.
 * </ul>
 */
@NullMarked
package io.hookline.server.executable;

import org.jspecify.annotations.NullMarked;
