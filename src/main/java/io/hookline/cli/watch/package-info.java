/** Watch and run. */
@NullMarked
package io.hookline.cli.watch;

import org.jspecify.annotations.NullMarked;
