package io.hookline.kube;

/**
 * An API server as a user identifies it, before anything is written to it.
 *
 * @param context the kubeconfig's context, or {@code in-cluster}
 * @param url where the server is
 * @param version the version that it reports, such as {@code v1.36.3}
 */
public record KubeServer(String context, String url, String version) {}
