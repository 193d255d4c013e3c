/** OpenAPI schemas: read, check, default, prune. */
@NullMarked
package io.hookline.local.schema;

import org.jspecify.annotations.NullMarked;
