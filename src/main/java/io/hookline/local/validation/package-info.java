/** What is refused. */
@NullMarked
package io.hookline.local.validation;

import org.jspecify.annotations.NullMarked;
