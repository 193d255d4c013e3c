/**
 * {@code hookline plan}: what the watcher would write on a cluster, without writing.
 *
 * <p>Entry point: {@link PlanCommand}.
 *
 * <ul>
 *   <li>To change how a write is answered without sending it, open {@link PlannedCluster}.
 *   <li>To change when a plan is complete, open {@link PlanRun} and {@link PlannedParents}.
 *   <li>To change the printed lines, open {@link Plan} and {@link PlannedWrite}.
 *   <li>To change which URL is called with {@code --hook}, open {@link HookUrls}; what is recorded,
 *       {@code PlanRecording} in {@link PlanCommand}.
 *   <li>To change how the console of {@code hookline dev} tries an edited parent, open {@link PlannedTrial}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.plan;

import org.jspecify.annotations.NullMarked;
