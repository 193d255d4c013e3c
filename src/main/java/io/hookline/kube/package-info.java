/** The cluster door over a real API server. */
@NullMarked
package io.hookline.kube;

import org.jspecify.annotations.NullMarked;
