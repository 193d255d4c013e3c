package io.hookline.distribution;

/** A small project of a user. */
public final class ProjectFiles {

    public static final String CRD = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: webapps.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {kind: WebApp, plural: webapps, singular: webapp}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                subresources: {status: {}}
            """;

    public static final String CONTROLLER = """
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: webapp}
            spec:
              generateSelector: true
              parentResource: {apiVersion: example.com/v1, resource: webapps}
              childResources:
              - {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}
              hooks:
                sync: {webhook: {service: {name: hooks, namespace: hookline}, path: /webapp/sync}}
            """;

    public static final String SAMPLE = """
            apiVersion: example.com/v1
            kind: WebApp
            metadata: {name: shop}
            spec:
              color: blue
            """;

    /** Copies the parent's color to a ConfigMap. */
    public static final String HOOK = """
            #!/usr/bin/env python3
            import json, sys
            parent = json.load(sys.stdin)["parent"]
            child = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": parent["metadata"]["name"]},
                     "data": {"color": parent["spec"]["color"]}}
            json.dump({"status": {}, "children": [child]}, sys.stdout)
            """;

    /** A request to the hook. */
    public static final String REQUEST = """
            {"controller": {"apiVersion": "metacontroller.k8s.io/v1alpha1", "kind": "CompositeController",
                            "metadata": {"name": "webapp"}},
             "parent": {"apiVersion": "example.com/v1", "kind": "WebApp", "metadata": {"name": "shop"},
                        "spec": {"color": "blue"}},
             "children": {}, "related": {}, "finalizing": false}
            """;

    /** The answer to {@link #REQUEST}. */
    public static final String ANSWER = """
            {
              "status": {},
              "children": [
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "shop"},
                 "data": {"color": "blue"}}
              ]
            }
            """;

    /** A scenario that passes. */
    public static final String EXPECT = """
            steps:
            - name: the ConfigMap has the color of the WebApp
              expect: configmap/shop
              where: {data.color: blue}
            """;

    private ProjectFiles() {}
}
