/** Request, answer and the doors (client, program, catalog). */
@NullMarked
package io.hookline.hook.protocol;

import org.jspecify.annotations.NullMarked;
