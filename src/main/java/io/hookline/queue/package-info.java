/** Work queue and rate limits: which key is worked on next, and when. */
@NullMarked
package io.hookline.queue;

import org.jspecify.annotations.NullMarked;
