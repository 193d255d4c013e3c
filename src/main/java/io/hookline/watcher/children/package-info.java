/** Desired children into API writes. */
@NullMarked
package io.hookline.watcher.children;

import org.jspecify.annotations.NullMarked;
