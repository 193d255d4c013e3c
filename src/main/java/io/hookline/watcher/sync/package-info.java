/**
 * One sync of one parent, from its key to its outcome.
 *
 * <p>Entry points: {@link ParentReconciler}, {@link ParentSync}.
 *
 * <ul>
 *   <li>To change the order of the steps of a sync, open {@link ParentSync}.
 *   <li>To change how the hook is called for several revisions of a parent, open {@link RevisionCalls}.
 *   <li>To change in which order finalizer, children and status of a composite are written, open {@link CompositeApplier}.
 *   <li>To change in which order the status, labels and annotations of a decorated object and its attachments are written, open {@link DecoratorApplier}.
 *   <li>To change which events of a parent start a sync, open {@link ParentEventHandler}.
 *   <li>To change when a parent is synced without a change, open {@link SyncSchedule}.
 *   <li>To change when a new version of a hook reaches the parents, and when that pauses, open {@link HookRollout}.
 *   <li>To change the events and log lines about syncs, open {@link SyncReports}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.sync;

import org.jspecify.annotations.NullMarked;
