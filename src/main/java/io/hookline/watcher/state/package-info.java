/**
 * What is known of one parent: its memory between syncs, and the sync that runs.
 *
 * <p>Entry points: {@link ParentMemory}, {@link RunningSync}.
 *
 * <ul>
 *   <li>To change what is remembered of a parent, open {@link ParentMemory}.
 *   <li>To change when the memory of a parent is dropped, open {@link ParentMemories}.
 *   <li>To change which children need no comparison, and which syncs have nothing to do, open {@link UpToDateChildren}
 *   and {@link UnchangedSync}.
 *   <li>To change how long a response of the customize hook is kept, open {@link CustomizeAnswer}.
 *   <li>To change how long a sync waits for its own writes, open {@link WriteExpectations}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.state;

import org.jspecify.annotations.NullMarked;
