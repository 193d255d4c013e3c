/** The watcher and the hooks wired for real: clock, threads, randomness and metrics come in here. */
@NullMarked
package io.hookline.process;

import org.jspecify.annotations.NullMarked;
