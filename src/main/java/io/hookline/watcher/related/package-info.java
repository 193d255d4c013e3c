/** Customize rules, their index, their watches. */
@NullMarked
package io.hookline.watcher.related;

import org.jspecify.annotations.NullMarked;
