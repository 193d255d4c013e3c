/**
 * The revisions of a composite's parents, kept in ControllerRevisions, and the rolling updates that they make possible.
 *
 * <p>Entry points: {@link ParentRevisions}, {@link RollingUpdates}.
 *
 * <ul>
 *   <li>To change which child a rolling update moves next, and when, see {@code io.hookline.rollout}.
 *   <li>To change how the revisions of a parent are found, open {@link RecordedRevisions}.
 *   <li>To change which fields of a parent belong to a revision, open {@link RevisionFields}.
 *   <li>To change name, labels or content of a ControllerRevision, open {@link RevisionContent}.
 *   <li>To change when ControllerRevisions are created, updated and deleted, open {@link RevisionWriter}.
 *   <li>To change the conditions of a parent about its rolling update, open {@link RolloutConditions}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.revision;

import org.jspecify.annotations.NullMarked;
