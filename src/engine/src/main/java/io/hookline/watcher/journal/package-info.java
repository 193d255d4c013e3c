/**
 * Remembers what the last syncs of each parent did and why, in limited memory, for people who ask.
 *
 * <p>Entry point: {@link Journal}.
 *
 * <ul>
 *   <li>To change which syncs are remembered, and how many, open {@link Journal}.
 *   <li>To change what is remembered of a sync, open {@link JournalEntry}; to collect more in a sync, {@code trace.SyncNotes}.
 * </ul>
 */
@NullMarked
package io.hookline.watcher.journal;

import org.jspecify.annotations.NullMarked;
