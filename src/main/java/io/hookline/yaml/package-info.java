/** The one YAML reader: what a text means here is what it means to kubectl and to a kube-apiserver. */
@NullMarked
package io.hookline.yaml;

import org.jspecify.annotations.NullMarked;
