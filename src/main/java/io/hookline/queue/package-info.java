/** Work queue and rate limits: which key is processed next, and when. */
@NullMarked
package io.hookline.queue;

import org.jspecify.annotations.NullMarked;
