/**
 * {@code hookline rbac}: prints the least role of the watcher for given controllers.
 *
 * <p>Entry point: {@link RbacCommand}.
 *
 * <ul>
 *   <li>To compute a least role for another command, open {@link LeastRole}.
 *   <li>To change which files are read, open {@link ControllerFiles}.
 *   <li>To change what the fixtures of hooks show, open {@link FixtureAnswers}.
 *   <li>To change the printed YAML, open {@link RoleManifests}.
 *   <li>To change the rights themselves, open {@link io.hookline.watcher.rights.RequiredRights}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.rbac;

import org.jspecify.annotations.NullMarked;
