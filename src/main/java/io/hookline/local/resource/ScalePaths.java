package io.hookline.local.resource;

/**
 * Where the scale subresource finds its numbers, as dotted paths without leading dot; all empty if there is no such
 * subresource.
 */
public record ScalePaths(String specReplicas, String statusReplicas, String selector) {

    static final ScalePaths NONE = new ScalePaths("", "", "");
    static final ScalePaths BUILT_IN = new ScalePaths("spec.replicas", "status.replicas", "");

    boolean exist() {
        return !specReplicas.isEmpty();
    }
}
