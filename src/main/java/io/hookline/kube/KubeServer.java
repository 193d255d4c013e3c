package io.hookline.kube;

/**
 * Which API server this is: for people to check before anything is written to it.
 *
 * @param context the kubeconfig's context, or {@code in-cluster}
 * @param url where the server is
 * @param version what it says it is, such as {@code v1.36.3}
 */
public record KubeServer(String context, String url, String version) {}
