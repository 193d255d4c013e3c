/**
 * Decides how children change: three-way merge, server-side apply, and the plan of creations, updates and deletions.
 * Pure functions.
 *
 * <p>Entry point: {@link ApplyPlanner}.
 *
 * <ul>
 *   <li>To change how fields and lists are merged, and by which key the items of a list are the same, such as {@code name},
 *       open {@link ThreeWayMerge}. {@link ListKeys} is for server-side apply only.
 *   <li>To change when a child is updated or recreated, open {@link ApplyPlanner} and {@link ChildUpdate}.
 *   <li>To change when a child is applied by the API server, open {@link AppliedChild} and {@link OwnershipWalk}; for
 *       fields of other managers {@link YieldedFields}, for fields of dynamic apply {@link OwnershipTransfer}.
 *   <li>To add a way to update children, open {@link ChildComparison}, {@link ApplyPlanner} and {@link ChildChange};
 *       {@code watcher.sync.ChildWriter}, {@code ChildCreator} and {@code ServerSideApplier} send what the planner
 *       decides.
 *   <li>To change how differences are shown in logs, open {@link Differences}.
 * </ul>
 */
@NullMarked
package io.hookline.apply;

import org.jspecify.annotations.NullMarked;
