/** Java hooks. */
@NullMarked
package io.hookline.server.compiled;

import org.jspecify.annotations.NullMarked;
