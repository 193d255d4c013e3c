/**
 * A Kubernetes API server in memory, as a {@code Cluster}.
 *
 * <p>Entry point: {@link LocalCluster}.
 *
 * <ul>
 *   <li>To change what happens when an object is created or updated, open {@link StoreWriter}.
 *   <li>To change server-written metadata, open {@link ObjectMetaRules}.
 *   <li>To change patches and updates of the scale, open {@link StorePatcher}.
 * </ul>
 */
@NullMarked
package io.hookline.local;

import org.jspecify.annotations.NullMarked;
