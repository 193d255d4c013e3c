/** Deletion, garbage collection, namespace and CRD emptying. */
@NullMarked
package io.hookline.local.delete;

import org.jspecify.annotations.NullMarked;
