package io.hookline.watcher;

import io.hookline.object.KubeObject;

/** Controllers over Things, with one kind of children. */
public final class Composites {
    private Composites() {}

    /** With a generated selector; {@code rule} is the child rule in YAML. */
    static KubeObject over(String rule) {
        return LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources: [%s]
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                """.formatted(rule));
    }

    public static KubeObject ofConfigMaps(String method) {
        return over("{apiVersion: v1, resource: configmaps, updateStrategy: {method: " + method + "}}");
    }

    static KubeObject ofGadgets(String method) {
        return over("{apiVersion: test.hookline.io/v1, resource: gadgets, updateStrategy: {method: " + method + "}}");
    }

    /** An answer with these children, each JSON. */
    public static String children(String... children) {
        return "{\"children\":[" + String.join(",", children) + "]}";
    }

    public static String configMap(String name) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"}}";
    }

    static String gadget(String name, String spec) {
        return "{\"apiVersion\":\"test.hookline.io/v1\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\"" + name
                + "\"},\"spec\":" + spec + "}";
    }
}
