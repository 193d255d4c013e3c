/** Test support for hook authors: run a hook on its fixtures. */
@NullMarked
package io.hookline.testing;

import org.jspecify.annotations.NullMarked;
