/** JSON, merge, strategic and apply patches. */
@NullMarked
package io.hookline.local.patch;

import org.jspecify.annotations.NullMarked;
