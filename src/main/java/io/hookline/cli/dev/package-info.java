/** Dev. */
@NullMarked
package io.hookline.cli.dev;

import org.jspecify.annotations.NullMarked;
