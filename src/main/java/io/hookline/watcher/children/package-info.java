/**
 * Writes the desired children of a parent to the cluster.
 *
 * <p>Entry point: {@link ChildWriter}.
 *
 * <ul>
 *   <li>To change when a child is created, updated, replaced or deleted, open {@code apply.ApplyPlanner}; how that is done,
 *   {@link ChildWriter}.
 *   <li>To change when nothing is deleted for an answer, open {@link DeletionCheck}; for too many children of
 *   a parent, {@link HeldDeletions}.
 *   <li>To change what happens if another object has a child's name, open {@link ChildCreator}.
 *   <li>To change how the API server applies children, open {@link ServerSideApplier}.
 *   <li>To change which children of a response are valid, open {@link DesiredChildResolver}.
 *   <li>To change what is added to desired children before they are written, open {@link InjectedTrees}.
 *   <li>To change the events and log lines about children, open {@link ChildReports}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.children;

import org.jspecify.annotations.NullMarked;
