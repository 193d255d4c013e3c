/**
 * The rights that the watcher needs for given controllers.
 *
 * <p>Entry point: {@link RequiredRights}.
 *
 * <ul>
 *   <li>To change the rights for parents, revisions, related objects and events, open {@link RequiredRights}.
 *   <li>To change the rights for children, open {@code ChildRights} in {@link RequiredRights}.
 *   <li>To change the rights for credentials of hooks, open {@code CredentialRights} in {@link RequiredRights}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.rights;

import org.jspecify.annotations.NullMarked;
