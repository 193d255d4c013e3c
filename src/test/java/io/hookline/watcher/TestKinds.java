package io.hookline.watcher;

/** Definitions of the kinds that these tests use. */
public final class TestKinds {

    /** Namespaced; {@code spec} and {@code status} take anything. */
    public static final String THING = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: things.test.hookline.io}
            spec:
              group: test.hookline.io
              scope: Namespaced
              names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
              versions:
              - name: v1
                served: true
                storage: true
                subresources: {status: {}}
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec: {type: object, x-kubernetes-preserve-unknown-fields: true}
                      status: {type: object, x-kubernetes-preserve-unknown-fields: true}
            """;

    /** The same, cluster-scoped. */
    static final String WIDE = renamed("wide", "Wide").replace("scope: Namespaced", "scope: Cluster");

    /** The same; the server drops every field of {@code spec} but {@code size} and {@code color}. */
    static final String GADGET = renamed("gadget", "Gadget")
            .replace(
                    "spec: {type: object, x-kubernetes-preserve-unknown-fields: true}",
                    "spec: {type: object, properties: {size: {type: number}, color: {type: string}}}");

    /** The same, without the status subresource. */
    static final String BARE = renamed("bare", "Bare").replace("    subresources: {status: {}}\n", "");

    /** The same, with a status that keeps {@code text} and nothing else. */
    static final String NARROW = renamed("narrow", "Narrow")
            .replace(
                    "status: {type: object, x-kubernetes-preserve-unknown-fields: true}",
                    "status: {type: object, properties: {text: {type: string}}}");

    /** Controllers, when the real definition is not there. */
    static final String COMPOSITE = controllers("compositecontrollers", "CompositeController");

    /** Controllers, when the real definition is not there. */
    static final String DECORATOR = controllers("decoratorcontrollers", "DecoratorController");

    private TestKinds() {}

    private static String renamed(String singular, String kind) {
        return THING.replace("things", singular + "s")
                .replace("singular: thing", "singular: " + singular)
                .replace("Thing", kind);
    }

    private static String controllers(String plural, String kind) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata:
                  name: %s.metacontroller.k8s.io
                  annotations: {api-approved.kubernetes.io: unapproved}
                spec:
                  group: metacontroller.k8s.io
                  scope: Cluster
                  names: {plural: %s, kind: %s}
                  versions:
                  - name: v1alpha1
                    served: true
                    storage: true
                    subresources: {status: {}}
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """.formatted(plural, plural, kind);
    }
}
