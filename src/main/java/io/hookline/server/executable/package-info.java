/** Executables as hooks. */
@NullMarked
package io.hookline.server.executable;

import org.jspecify.annotations.NullMarked;
