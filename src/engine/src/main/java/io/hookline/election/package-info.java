/**
 * Leader election by a Lease: one of several watchers works, the others stand by.
 *
 * <p>Entry point: {@link Election}.
 *
 * <ul>
 *   <li>To change when a watcher becomes the leader and when it stops to be it, open {@link Elector}.
 *   <li>To change how long a write may take, open {@link Fence}.
 *   <li>To change the default times, open {@link ElectionTiming}; the flags are in {@code cli.watch.WatchFlags}.
 *   <li>To change what is written into the Lease, open {@link LeaseRecord}.
 * </ul>
 */
@NullMarked
package io.hookline.election;

import org.jspecify.annotations.NullMarked;
