/** Patches, status, finalizers, write expectations. */
@NullMarked
package io.hookline.watcher.write;

import org.jspecify.annotations.NullMarked;
