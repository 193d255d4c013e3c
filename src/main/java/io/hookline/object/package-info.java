/** Basic types: objects as bytes, kinds, keys, selectors, owner references, JSON text exactly as Go writes it. */
@NullMarked
package io.hookline.object;

import org.jspecify.annotations.NullMarked;
