/** Kubernetes Events. */
@NullMarked
package io.hookline.watcher.event;

import org.jspecify.annotations.NullMarked;
