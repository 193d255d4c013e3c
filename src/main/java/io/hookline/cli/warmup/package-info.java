/** Builds AOT caches. */
@NullMarked
package io.hookline.cli.warmup;

import org.jspecify.annotations.NullMarked;
