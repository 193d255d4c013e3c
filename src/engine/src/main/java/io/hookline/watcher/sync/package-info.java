/**
 * One sync of one parent, from its key to its outcome: what is remembered of the parent, which objects are its children
 * and related objects, how its hooks are called, and how the answers are written.
 *
 * <p>Entry points: {@link ParentReconciler}, {@link ParentSync}, which lists the steps.
 *
 * <p>Parents:
 *
 * <ul>
 *   <li>To change what the syncs of one controller are made of, open {@link ControllerParts}.
 *   <li>To change the order of the steps of a sync, open {@link ParentSync}.
 *   <li>To change which events of a parent start a sync, open {@link ParentEventHandler}.
 *   <li>To change when a parent is synced without a change, open {@link SyncSchedule}.
 *   <li>To change the events and log lines about syncs, open {@link SyncReports}.
 *   <li>To change what is remembered of a parent, open {@link ParentMemory}; when it is dropped,
 *       {@link ParentMemories}.
 *   <li>To change which syncs are skipped because nothing changed, open {@link UnchangedSync}.
 *   <li>To change how long a sync waits until the caches show the writes of the last one, open
 *       {@link WriteExpectations}.
 * </ul>
 *
 * <p>Children and related objects:
 *
 * <ul>
 *   <li>To change which orphans a composite adopts, which children it releases, and how, open
 *       {@link ControllerRefManager}; {@link CompositeClaims} decides for which kinds. {@link ChildCreator} takes over
 *       an object that only has the name of a desired child.
 *   <li>To change how the selector of a composite's children is generated or read, open {@link ChildSelectors}, which
 *       also finds the parents that an orphan wakes.
 *   <li>To change which objects are attachments of a decorator, open {@link DecoratorClaims}.
 *   <li>To change which parents are synced when a child changes, open {@link ChildEventHandler}.
 *   <li>To change which labels and annotations the watcher adds to children, open {@link InjectedMetadata}.
 *   <li>To change what a related rule selects, open {@link RelatedRules} and {@link RelatedSelection}.
 *   <li>To change which parents are synced when a related object changes, open {@link RelatedIndex}.
 *   <li>To change when the customize hook is called, open {@link RelatedObjects}; how long its answer is kept, {@link
 *       CustomizeAnswer}.
 *   <li>To change which related resources are watched, open {@link RelatedWatches}.
 * </ul>
 *
 * <p>Hooks and revisions:
 *
 * <ul>
 *   <li>To change the requests to hooks and the handling of their answers, open {@link ControllerHooks}.
 *   <li>To change how the hook is called for several revisions of a parent, open {@link RevisionCalls}.
 *   <li>To change when a new version of a hook reaches the parents, and when that pauses, open {@link HookRollout}.
 *   <li>To change which child a rolling update moves next, and when, see {@code io.hookline.rollout}.
 *   <li>To change how the revisions of a parent are found, open {@link RecordedRevisions}; which fields belong to one,
 *       {@code RevisionFields} there.
 *   <li>To change name, labels or content of a ControllerRevision, open {@link RevisionContent}; when it is created,
 *       updated and deleted, {@link RevisionWriter}.
 *   <li>To change the conditions of a parent about its rolling update, open {@link RolloutConditions}; when
 *       one of them is left out, {@link RefusedProgress}.
 * </ul>
 *
 * <p>Writes:
 *
 * <ul>
 *   <li>To change in which order finalizer, children and status of a composite are written, open
 *       {@link CompositeApplier}.
 *   <li>To change in which order the status, labels and annotations of a decorated object and its attachments are
 *       written, open {@link DecoratorApplier}.
 *   <li>To change when a child is created, updated, replaced or deleted, open {@code apply.ApplyPlanner}; how that is
 *       done, {@link ChildWriter}; by the API server, {@link ServerSideApplier}.
 *   <li>To change when nothing is deleted for an answer, open {@link DeletionCheck}; for too many children of
 *       a parent, {@code HeldDeletions} in {@link ChildWriter}.
 *   <li>To change which children of a response are valid, open {@link DesiredChildResolver}.
 *   <li>To change the events and log lines about children, open {@link ChildReports}.
 *   <li>To change which children are not compared again, open {@code UpToDateChildren} in {@link ParentMemory}.
 *   <li>To change which status counts as new, and how it is written, open {@link StatusWriter}.
 *   <li>To change which writes are slowed down since they never end, open {@link LoopBrake}; how long they wait,
 *       {@code WriteSeries} in it.
 *   <li>To change when a parent gets or loses the finalizer, open {@link Finalizers}; how those of a deleted controller
 *       are removed, {@link FinalizerRelease}.
 *   <li>To change how patches, updates and conflicts are handled, open {@link ObjectWriter}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.sync;

import org.jspecify.annotations.NullMarked;
