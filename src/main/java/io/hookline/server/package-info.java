/** Hooks over HTTP and in process; hook folders and their languages. */
@NullMarked
package io.hookline.server;

import org.jspecify.annotations.NullMarked;
