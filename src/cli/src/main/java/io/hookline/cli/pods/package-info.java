/**
 * {@code hookline pods}: lists and watches the Pods of a cluster, the first steps of the ladder to a controller.
 *
 * <p>Entry point: {@link PodsCommand}.
 *
 * <ul>
 *   <li>To change which Pods are read, or the printed lines, open {@link PodsCommand}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.pods;

import org.jspecify.annotations.NullMarked;
