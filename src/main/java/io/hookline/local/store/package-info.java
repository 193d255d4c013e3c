/** Objects, revisions, lists, watches. */
@NullMarked
package io.hookline.local.store;

import org.jspecify.annotations.NullMarked;
