/** The engine: hosted controllers, claims, children, status, events. */
@NullMarked
package io.hookline.watcher;

import org.jspecify.annotations.NullMarked;
