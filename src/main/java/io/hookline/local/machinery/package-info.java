/** API errors, field errors, trees, timestamps. */
@NullMarked
package io.hookline.local.machinery;

import org.jspecify.annotations.NullMarked;
