/** The cluster door in memory, and the same store served over HTTP to kubectl. */
@NullMarked
package io.hookline.local;

import org.jspecify.annotations.NullMarked;
