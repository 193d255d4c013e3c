/** Console, logging, exit, errors. */
@NullMarked
package io.hookline.cli.terminal;

import org.jspecify.annotations.NullMarked;
