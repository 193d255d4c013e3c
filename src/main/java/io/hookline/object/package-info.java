/** The nouns: objects as bytes, kinds, keys, selectors, owner references, Go-exact JSON text. */
@NullMarked
package io.hookline.object;

import org.jspecify.annotations.NullMarked;
