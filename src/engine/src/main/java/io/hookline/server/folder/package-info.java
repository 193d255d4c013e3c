/**
 * Hook folders: find the hooks in them, load them, and load them again when files change.
 *
 * <p>Entry point: {@link HookFolders}.
 *
 * <ul>
 *   <li>To add a language that runs in this process, open {@link HookLoader}. A script needs nothing here: see {@link io.hookline.server.executable.Executables}.
 *   <li>To change which files belong to a hook, open {@link HookFiles} and {@link HookSource}.
 *   <li>To change which libraries a hook uses, open {@link HookLibraries}; for Maven projects, {@link MavenLayout}.
 *   <li>To change when folders are loaded again, open {@link HookFolders}.
 * </ul>
 */
@NullMarked
package io.hookline.server.folder;

import org.jspecify.annotations.NullMarked;
