/** LocalApiServer, routing, request handlers, content negotiation. */
@NullMarked
package io.hookline.local.http;

import org.jspecify.annotations.NullMarked;
