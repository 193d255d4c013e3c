package io.hookline.local.resource;

/** The paths of the scale subresource, dotted and without a leading dot; all empty if the resource has no scale. */
public record ScalePaths(String specReplicas, String statusReplicas, String selector) {

    static final ScalePaths NONE = new ScalePaths("", "", "");
    static final ScalePaths BUILT_IN = new ScalePaths("spec.replicas", "status.replicas", "");

    boolean exist() {
        return !specReplicas.isEmpty();
    }
}
