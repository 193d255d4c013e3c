/** Kubeconfig and credentials. */
@NullMarked
package io.hookline.kube.config;

import org.jspecify.annotations.NullMarked;
