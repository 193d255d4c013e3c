/**
 * Related objects: the rules of customize hooks, their index, their caches.
 *
 * <p>Entry point: {@link RelatedObjects}.
 *
 * <ul>
 *   <li>To change what a rule selects, open {@link RelatedRules} and {@link RelatedSelection}.
 *   <li>To change which parents are synced when a related object changes, open {@link RelatedIndex}.
 *   <li>To change when the customize hook is called, open {@link RelatedObjects}.
 *   <li>To change which related resources are watched, open {@link RelatedWatches}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.related;

import org.jspecify.annotations.NullMarked;
