package io.hookline.bench;

/** API paths of the objects. */
final class Places {

    /** The API group of the parents of the controller under test. */
    static final String GROUP = "bench.hookline.io";

    /** The API group of parents without a controller, for the bare client. */
    static final String BARE_GROUP = "bare.hookline.io";

    static final String CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    static final String CONTROLLERS = "/apis/metacontroller.k8s.io/v1alpha1/compositecontrollers";
    static final String CONTROLLER = CONTROLLERS + "/bench";

    private Places() {}

    static String parents(String group) {
        return "/apis/" + group + "/v1/namespaces/" + namespace(group) + "/bundles";
    }

    static String configMaps(String group) {
        return "/api/v1/namespaces/" + namespace(group) + "/configmaps";
    }

    static String namespace(String group) {
        return group.substring(0, group.indexOf('.'));
    }
}
