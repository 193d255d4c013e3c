/** The generic controller loop: keys in, outcomes out, back-off. */
@NullMarked
package io.hookline.reconcile;

import org.jspecify.annotations.NullMarked;
