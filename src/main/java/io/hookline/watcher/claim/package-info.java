/**
 * Which objects are the children of a parent.
 *
 * <p>Entry point: {@link ChildClaims}.
 *
 * <ul>
 *   <li>To change adoption and release of a composite's children, open {@link CompositeClaims} and
 *   {@link ControllerRefManager}.
 *   <li>To change the selector of a composite's children, open {@link ChildSelectors}.
 *   <li>To change attachments of a decorator, open {@link DecoratorClaims}.
 *   <li>To change which parent a changed child wakes, open {@link ChildEventHandler}.
 *   <li>To change labels and annotations that the watcher adds to children, open {@link InjectedMetadata}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.claim;

import org.jspecify.annotations.NullMarked;
