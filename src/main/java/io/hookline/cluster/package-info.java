/** The door to Kubernetes: read, watch and write objects, with sealed failures. */
@NullMarked
package io.hookline.cluster;

import org.jspecify.annotations.NullMarked;
