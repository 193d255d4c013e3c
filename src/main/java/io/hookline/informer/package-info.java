/** Lists and watches resources into indexed stores of raw objects. */
@NullMarked
package io.hookline.informer;

import org.jspecify.annotations.NullMarked;
