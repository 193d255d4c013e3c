/**
 * State of one parent: what is remembered between syncs, and the state of the sync that runs.
 *
 * <p>Entry points: {@link ParentMemory}, {@link RunningSync}.
 *
 * <ul>
 *   <li>To change what is remembered of a parent, open {@link ParentMemory}.
 *   <li>To change when the memory of a parent is dropped, open {@link ParentMemories}.
 *   <li>To change which children are not compared again, open {@link UpToDateChildren}.
 *   <li>To change which syncs are skipped because nothing changed, open {@link UnchangedSync}.
 *   <li>To change how long a response of the customize hook is kept, open {@link CustomizeAnswer}.
 *   <li>To change how long a sync waits until the caches show the writes of the last one, open {@link WriteExpectations}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.state;

import org.jspecify.annotations.NullMarked;
