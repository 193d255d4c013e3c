/** Limits and bookkeeping of hook calls. */
@NullMarked
package io.hookline.server.call;

import org.jspecify.annotations.NullMarked;
