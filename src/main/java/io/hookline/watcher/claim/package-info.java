/**
 * Which objects are the children of a parent.
 *
 * <p>Entry point: {@link ChildClaims}.
 *
 * <ul>
 *   <li>To change which orphans a composite adopts, which children it releases, and how, open {@link ControllerRefManager};
 *       {@link CompositeClaims} decides for which kinds. {@code watcher.children.ChildCreator} takes over an object that
 *       only has the name of a desired child.
 *   <li>To change how the selector of a composite's children is generated or read, open {@link ChildSelectors}, which
 *   also finds the parents that an orphan wakes.
 *   <li>To change which objects are attachments of a decorator, open {@link DecoratorClaims}.
 *   <li>To change which parents are synced when a child changes, open {@link ChildEventHandler}.
 *   <li>To change which labels and annotations the watcher adds to children, open {@link InjectedMetadata}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.claim;

import org.jspecify.annotations.NullMarked;
