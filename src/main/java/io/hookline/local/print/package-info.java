/** Printer columns: what kubectl shows. */
@NullMarked
package io.hookline.local.print;

import org.jspecify.annotations.NullMarked;
