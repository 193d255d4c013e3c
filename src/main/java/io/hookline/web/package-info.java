/** The HTTP server that hooks, metrics and the embedded API server use; based on Javalin. */
@NullMarked
package io.hookline.web;

import org.jspecify.annotations.NullMarked;
