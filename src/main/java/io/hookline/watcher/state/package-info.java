/** What is known of one parent: its memory between syncs, and the sync that runs. */
@NullMarked
package io.hookline.watcher.state;

import org.jspecify.annotations.NullMarked;
