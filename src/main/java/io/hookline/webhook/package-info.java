/** The hook door over HTTP. */
@NullMarked
package io.hookline.webhook;

import org.jspecify.annotations.NullMarked;
