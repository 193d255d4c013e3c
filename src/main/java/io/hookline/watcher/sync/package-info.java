/**
 * One sync of one parent, from its key to its outcome.
 *
 * <p>Entry points: {@link ParentReconciler}, {@link ParentSync}.
 *
 * <ul>
 *   <li>To change the order of the steps of a sync, open {@link ParentSync}.
 *   <li>To change when status, labels and finalizer of a composite are written, open {@link CompositeApplier}.
 *   <li>To change when a decorated object is written, open {@link DecoratorApplier}.
 *   <li>To change what wakes a parent, open {@link ParentEventHandler}.
 *   <li>To change the events and log lines about syncs, open {@link SyncReports}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.sync;

import org.jspecify.annotations.NullMarked;
