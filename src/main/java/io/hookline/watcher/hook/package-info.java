/** Asking the hooks of one controller. */
@NullMarked
package io.hookline.watcher.hook;

import org.jspecify.annotations.NullMarked;
