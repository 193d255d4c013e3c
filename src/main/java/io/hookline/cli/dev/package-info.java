/**
 * {@code hookline dev}: cluster, hooks, watcher and examples in one process.
 *
 * <p>Entry point: {@link DevCommand}.
 *
 * <ul>
 *   <li>To change which cluster a session works on, open {@link DevCluster}.
 *   <li>To change the order in which a session starts and stops its parts, open {@link DevSession}.
 *   <li>To change which examples run, and the report on them, open {@link DevExamples}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.dev;

import org.jspecify.annotations.NullMarked;
