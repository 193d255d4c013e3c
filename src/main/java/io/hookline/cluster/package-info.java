/** The interface to Kubernetes: reads, watches and writes objects; its failures are a sealed hierarchy. */
@NullMarked
package io.hookline.cluster;

import org.jspecify.annotations.NullMarked;
