/** Which resources are served: built-in and CRDs, versions, scale. */
@NullMarked
package io.hookline.local.resource;

import org.jspecify.annotations.NullMarked;
