/** What users' own tests get. */
@NullMarked
package io.hookline.testing;

import org.jspecify.annotations.NullMarked;
