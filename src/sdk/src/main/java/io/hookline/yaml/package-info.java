/**
 * Reads and writes YAML: a text has the same meaning as for kubectl and kube-apiserver.
 *
 * <p>Entry point: {@link Yaml}.
 *
 * <ul>
 *   <li>To change which scalars are booleans, numbers or texts, open {@code Scalars} in {@link NodeReader} and
 *       {@link GoNumbers}.
 *   <li>To change how aliases are resolved and limited, open {@link GoComposer} and {@link NodeReader}.
 *   <li>To change what is known of the place of a value, open {@link YamlDocument}.
 *   <li>To change how objects are written for people, open {@link YamlWriter}.
 * </ul>
 */
@NullMarked
package io.hookline.yaml;

import org.jspecify.annotations.NullMarked;
