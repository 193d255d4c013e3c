/**
 * Discovery and OpenAPI documents.
 *
 * <p>Entry point: {@link DiscoveryDocuments}.
 *
 * <ul>
 *   <li>To change discovery of one group or version, open {@link DiscoveryDocuments}.
 *   <li>To change aggregated discovery, open {@link AggregatedDiscovery}.
 *   <li>To change the kind or the verbs of a subresource, open {@link SubresourceEntry}.
 *   <li>To change what {@code kubectl explain} reads, open {@link OpenApiDocuments}.
 * </ul>
 */
@NullMarked
package io.hookline.local.discovery;

import org.jspecify.annotations.NullMarked;
