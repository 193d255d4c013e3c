/** Loads hook folders. */
@NullMarked
package io.hookline.server.folder;

import org.jspecify.annotations.NullMarked;
