/** Command line, wiring, and the examples' runner. */
@NullMarked
package io.hookline.cli;

import org.jspecify.annotations.NullMarked;
