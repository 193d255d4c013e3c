/**
 * A real API server as a {@code Cluster}.
 *
 * <p>Entry point: {@link KubeCluster}.
 *
 * <ul>
 *   <li>To change which failure a response of the API server becomes, open {@link ErrorMapper}.
 *   <li>To change how a watch is read and closed, open {@link KubeWatch} and {@link WatchDecoder}.
 *   <li>To change discovery, open {@link KubeDiscovery}.
 *   <li>To change limits on requests and their time, open {@link KubeHttp} and {@link KubeOptions}.
 * </ul>
 */
@NullMarked
package io.hookline.kube;

import org.jspecify.annotations.NullMarked;
