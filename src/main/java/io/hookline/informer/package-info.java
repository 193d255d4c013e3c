/** List and watch into an indexed store of raw objects. */
@NullMarked
package io.hookline.informer;

import org.jspecify.annotations.NullMarked;
