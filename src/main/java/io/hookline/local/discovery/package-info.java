/**
 * Discovery and OpenAPI documents.
 *
 * <p>Entry point: {@link DiscoveryDocuments}.
 *
 * <ul>
 *   <li>To change classic discovery, open {@link DiscoveryDocuments}; for aggregated discovery, {@link AggregatedDiscovery}.
 *   <li>To change what {@code kubectl explain} reads, open {@link OpenApiDocuments}.
 * </ul>
 */
@NullMarked
package io.hookline.local.discovery;

import org.jspecify.annotations.NullMarked;
