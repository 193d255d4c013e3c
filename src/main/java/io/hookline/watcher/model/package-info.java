/** Nouns of one controller and what it is given. */
@NullMarked
package io.hookline.watcher.model;

import org.jspecify.annotations.NullMarked;
