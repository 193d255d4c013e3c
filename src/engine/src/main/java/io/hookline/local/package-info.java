/**
 * A Kubernetes API server in memory, as a {@code Cluster}.
 *
 * <p>Entry point: {@link LocalCluster}.
 *
 * <ul>
 *   <li>To change what happens when an object is created, updated or patched, open {@link StoreWriter}.
 *   <li>To change server-written metadata, open {@link ObjectMetaRules}.
 * </ul>
 */
@NullMarked
package io.hookline.local;

import org.jspecify.annotations.NullMarked;
