/** Requests and answers of hooks in both versions, their codecs, and the SDK for hook authors. */
@NullMarked
package io.hookline.hook;

import org.jspecify.annotations.NullMarked;
