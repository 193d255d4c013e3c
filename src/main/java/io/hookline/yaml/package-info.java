/** Reads and writes YAML: a text has the same meaning as for kubectl and kube-apiserver. */
@NullMarked
package io.hookline.yaml;

import org.jspecify.annotations.NullMarked;
