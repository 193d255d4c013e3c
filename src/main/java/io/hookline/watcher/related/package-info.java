/**
 * Related objects: customize rules, their index, their caches.
 *
 * <p>Entry point: {@link RelatedObjects}.
 *
 * <ul>
 *   <li>To change what a rule selects, open {@link RelatedRules} and {@link RelatedSelection}.
 *   <li>To change which parents a changed related object wakes, open {@link RelatedIndex}.
 *   <li>To change which resources are watched, open {@link RelatedWatches}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.related;

import org.jspecify.annotations.NullMarked;
