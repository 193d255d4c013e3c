package io.hookline.watcher;

import io.hookline.object.KubeObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A controller with random rules for its children.
 *
 * @param wide whether the parent is cluster-scoped, so that its children may be in several namespaces
 * @param methods the update method of each kind of children
 * @param takesOver whether objects that have the name of a child and no controller are taken over
 * @param strips whether the caches drop {@code managedFields}
 * @param yields whether server-side apply leaves fields to other managers that have changed them
 * @param before the apply strategy before other clients disturb the children
 * @param after the apply strategy after that
 */
record ConvergenceSetup(
        Type type,
        boolean wide,
        Map<String, String> methods,
        boolean takesOver,
        boolean strips,
        boolean yields,
        String before,
        String after) {

    /** How the controller finds the children of a parent. */
    enum Type {
        GENERATED_SELECTOR,
        SELECTOR,
        DECORATOR
    }

    static ConvergenceSetup random(Random random, String strategy) {
        Map<String, String> methods = new LinkedHashMap<>();
        RandomChildren.KINDS.forEach(
                kind -> methods.put(kind, one(random, "InPlace", "InPlace", "Recreate", "OnDelete")));
        String other = strategy.equals("dynamic-apply") ? "server-side-apply" : "dynamic-apply";
        return new ConvergenceSetup(
                Type.values()[random.nextInt(3)],
                random.nextInt(3) == 0,
                methods,
                random.nextInt(4) == 0,
                random.nextInt(4) == 0,
                strategy.equals("server-side-apply") && random.nextInt(5) == 0,
                random.nextInt(4) == 0 ? other : strategy,
                strategy);
    }

    private static String one(Random random, String... of) {
        return of[random.nextInt(of.length)];
    }

    boolean isDecorator() {
        return type == Type.DECORATOR;
    }

    /** Whether the API server applies nothing, which refuses fields that are not in the schema. */
    boolean isAlwaysDynamic() {
        return before.equals("dynamic-apply") && after.equals(before);
    }

    String parents() {
        return wide ? "wides" : "things";
    }

    String parentKind() {
        return wide ? "Wide" : "Thing";
    }

    /** The labels that make an object match the selector of a parent. */
    Map<String, String> selected(KubeObject parent) {
        return switch (type) {
            case GENERATED_SELECTOR -> Map.of("controller-uid", parent.uid());
            case SELECTOR -> Map.of("family", parent.name());
            case DECORATOR -> Map.of();
        };
    }

    /** The spec of a parent. */
    String parentSpec(String name) {
        return type == Type.SELECTOR ? "{selector: {matchLabels: {family: " + name + "}}}" : "{}";
    }

    KubeObject controller() {
        String parent = "{apiVersion: test.hookline.io/v1, resource: " + parents() + "}";
        return LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: %s
                metadata: {name: converging}
                spec:
                  %s
                  %s: [%s]
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                """.formatted(
                isDecorator() ? "DecoratorController" : "CompositeController",
                isDecorator()
                        ? "resources: [" + parent + "]"
                        : "parentResource: " + parent + "\n  generateSelector: " + (type == Type.GENERATED_SELECTOR),
                isDecorator() ? "attachments" : "childResources",
                String.join(", ", rules())));
    }

    private List<String> rules() {
        return methods.entrySet().stream()
                .map(rule -> "{apiVersion: %s, resource: %ss, updateStrategy: {method: %s}%s%s}"
                        .formatted(
                                rule.getKey().equals("Gadget") ? "test.hookline.io/v1" : "v1",
                                rule.getKey().toLowerCase(java.util.Locale.ROOT),
                                rule.getValue(),
                                takesOver ? ", adoptionPolicy: TakeOver" : "",
                                yields ? ", conflictPolicy: Yield" : ""))
                .toList();
    }

    WatcherOptions options(String strategy) {
        return WatcherOptions.DEFAULTS.applying(strategy, "metacontroller").strippingManagedFields(strips);
    }
}
