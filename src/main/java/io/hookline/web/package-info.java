/** Javalin set-up that all our HTTP servers share. */
@NullMarked
package io.hookline.web;

import org.jspecify.annotations.NullMarked;
