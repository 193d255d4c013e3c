/**
 * Decides how children change: three-way merge, and the plan of creations, updates and deletions. Pure functions.
 *
 * <p>Entry point: {@link ApplyPlanner}.
 *
 * <ul>
 *   <li>To change how fields and lists are merged, open {@link ThreeWayMerge} and {@link ListIdentity}.
 *   <li>To change when a child is updated or recreated, open {@link ApplyPlanner} and {@link ChildUpdate}.
 *   <li>To add a way to update children, such as server-side apply, open {@link ApplyPlanner} and {@link ChildChange}; {@code
 *       watcher.children.ChildWriter} and {@code ChildCreator} send what the planner decides. Today {@code
 *       spec.RuleExtensions} and {@code cli.watch.UnsupportedFlags} refuse server-side apply.
 *   <li>To change how differences are shown in logs, open {@link Differences}.
 * </ul>
 */
@NullMarked
package io.hookline.apply;

import org.jspecify.annotations.NullMarked;
