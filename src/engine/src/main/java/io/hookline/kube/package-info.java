/**
 * A real API server as a {@code Cluster}.
 *
 * <p>Entry point: {@link KubeCluster}.
 *
 * <ul>
 *   <li>To change how error responses are mapped to failures, open {@link ErrorMapper}.
 *   <li>To change how a watch is read and closed, open {@link KubeWatch}.
 *   <li>To change discovery, open {@link KubeDiscovery}.
 *   <li>To change the limits on the number and the duration of requests, open {@link KubeHttp} and {@link KubeOptions}.
 * </ul>
 */
@NullMarked
package io.hookline.kube;

import org.jspecify.annotations.NullMarked;
