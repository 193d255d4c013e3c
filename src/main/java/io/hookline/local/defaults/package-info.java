/** What is filled in, what is pruned. */
@NullMarked
package io.hookline.local.defaults;

import org.jspecify.annotations.NullMarked;
