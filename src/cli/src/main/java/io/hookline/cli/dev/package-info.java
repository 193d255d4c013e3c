/**
 * {@code hookline dev}: cluster, hooks, watcher and examples in one process.
 *
 * <p>Entry point: {@link DevCommand}.
 *
 * <ul>
 *   <li>To change which cluster a session works on, open {@code DevCluster} in {@link DevSession}.
 *   <li>To change the order in which a session starts and stops its parts, open {@link DevSession}.
 *   <li>To change which folders are examples or hooks, open {@link DevProject}.
 *   <li>To change what an edit of a manifest does, open {@link DevManifests}.
 *   <li>To change what is printed about parents, open {@link ParentLog}; about children,
 *       {@code watcher.sync.ChildReports}.
 *   <li>To change which mistakes are named at the start, open {@code DevChecks} in {@link DevSession}.
 *   <li>To change how a session ends on Ctrl-C, open {@code DevEnd} in {@link DevSession}; where its kubeconfig
 *       is, {@link DevKubeconfig}.
 *   <li>To change the tests of {@code --once}, open {@link DevExamples}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.dev;

import org.jspecify.annotations.NullMarked;
