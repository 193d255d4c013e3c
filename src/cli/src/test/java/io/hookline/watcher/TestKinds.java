package io.hookline.watcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Definitions of the kinds that these tests use. */
public final class TestKinds {

    private static final String GROUP = "test.hookline.io";

    /** Namespaced; {@code spec} and {@code status} take anything. */
    public static final String THING = kind(GROUP, "thing", "Thing");

    /** The same, cluster-scoped. */
    static final String WIDE = clusterScoped(kind(GROUP, "wide", "Wide"));

    /** The same; the server drops every field of {@code spec} but {@code size} and {@code color}. */
    static final String GADGET = withSpec(
            kind(GROUP, "gadget", "Gadget"),
            "{type: object, properties: {size: {type: number}, color: {type: string}}}");

    /** The same, without the status subresource. */
    static final String BARE = withoutStatus(kind(GROUP, "bare", "Bare"));

    /** The same, with a status that keeps {@code text} and nothing else. */
    public static final String NARROW = kind(GROUP, "narrow", "Narrow")
            .replace(
                    "status: {type: object, x-kubernetes-preserve-unknown-fields: true}",
                    "status: {type: object, properties: {text: {type: string}}}");

    /** Controllers, when the real definition is not there. */
    static final String COMPOSITE = controllers("compositecontrollers", "CompositeController");

    /** Controllers, when the real definition is not there. */
    static final String DECORATOR = controllers("decoratorcontrollers", "DecoratorController");

    private TestKinds() {}

    /** The definition that users install for a kind of Metacontroller. */
    public static String installed(String plural) {
        try {
            return Files.readString(Path.of("manifests/crds", plural + ".yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same as {@link #THING}, with other names; the plural is formed with an s. */
    public static String kind(String group, String singular, String kind) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %2$ss.%1$s}
                spec:
                  group: %1$s
                  scope: Namespaced
                  names: {plural: %2$ss, singular: %2$s, kind: %3$s, listKind: %3$sList}
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
                """.formatted(group, singular, kind);
    }

    /** A definition's kind with this schema for {@code spec}. */
    public static String withSpec(String definition, String schema) {
        return definition.replace(
                "spec: {type: object, x-kubernetes-preserve-unknown-fields: true}", "spec: " + schema);
    }

    /** A definition's kind without the status subresource. */
    public static String withoutStatus(String definition) {
        return definition.replace("    subresources: {status: {}}\n", "");
    }

    /** A definition's kind, cluster-scoped. */
    static String clusterScoped(String definition) {
        return definition.replace("scope: Namespaced", "scope: Cluster");
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
