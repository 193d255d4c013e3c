/** Discovery and OpenAPI documents, as pure JSON. */
@NullMarked
package io.hookline.local.discovery;

import org.jspecify.annotations.NullMarked;
