/** The wire format, both versions. */
@NullMarked
package io.hookline.hook.codec;

import org.jspecify.annotations.NullMarked;
