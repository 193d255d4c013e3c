/** Scenarios against a cluster in memory, with a watcher and hooks of this process: for hook authors' own tests. */
@NullMarked
package io.hookline.testing.embedded;

import org.jspecify.annotations.NullMarked;
