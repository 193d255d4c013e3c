@NullMarked
package io.hookline.console;

import org.jspecify.annotations.NullMarked;
