/**
 * The interface to Kubernetes: reads, watches and writes objects; its failures are a sealed hierarchy.
 *
 * <p>Entry point: {@link Cluster}.
 *
 * <ul>
 *   <li>To add a request, open {@link Cluster}; every implementation has to follow.
 *   <li>To add a kind of failure, open {@link ClusterException}.
 *   <li>To change the parameters of a request, open {@link ListOptions}, {@link WatchOptions}, {@link WriteOptions} or
 *       {@link DeleteOptions}.
 *   <li>To change the help for old manifests, open {@code removed-apis.json} and {@link RemovedApis}.
 * </ul>
 */
@NullMarked
package io.hookline.cluster;

import org.jspecify.annotations.NullMarked;
