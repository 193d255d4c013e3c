/** One sync of one parent. */
@NullMarked
package io.hookline.watcher.sync;

import org.jspecify.annotations.NullMarked;
