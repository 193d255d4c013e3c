/** Test support for hook authors: run a hook on its fixtures, read objects from YAML. */
@NullMarked
package io.hookline.testing;

import org.jspecify.annotations.NullMarked;
