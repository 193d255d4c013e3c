package io.hookline.hook.protocol;

import io.hookline.object.LabelSelector;
import java.util.List;
import java.util.Optional;

/**
 * One rule of a customize answer: which objects the sync hook wants to see too. Names exclude selectors, and a namespace
 * excludes a selector of namespaces.
 *
 * <pre>{@code
 * RelatedRule.of("v1", "configmaps").inNamespace("global").named("settings")
 * RelatedRule.of("v1", "namespaces").labelled("propagate", "true")
 * }</pre>
 *
 * @param namespace empty if not given
 * @param names empty if not given
 */
public record RelatedRule(
        String apiVersion,
        String resource,
        Optional<LabelSelector> labelSelector,
        Optional<LabelSelector> namespaceSelector,
        String namespace,
        List<String> names) {
    public RelatedRule {
        names = List.copyOf(names);
    }

    /**
     * All objects of a resource: those in the parent's namespace for v1 hooks of a namespaced parent.
     *
     * @param resource lower-case plural, such as {@code configmaps}
     */
    public static RelatedRule of(String apiVersion, String resource) {
        return new RelatedRule(apiVersion, resource, Optional.empty(), Optional.empty(), "", List.of());
    }

    /** Only those with these names. */
    public RelatedRule named(String... names) {
        return new RelatedRule(apiVersion, resource, labelSelector, namespaceSelector, namespace, List.of(names));
    }

    /** Only those of one namespace. */
    public RelatedRule inNamespace(String namespace) {
        return new RelatedRule(apiVersion, resource, labelSelector, namespaceSelector, namespace, names);
    }

    /** Only those with this label, besides labels that were named before. */
    public RelatedRule labelled(String key, String value) {
        return selected(LabelSelector.ofLabel(key, value));
    }

    /** Only those that this selects too. */
    public RelatedRule selected(LabelSelector selector) {
        return new RelatedRule(
                apiVersion, resource, Optional.of(and(labelSelector, selector)), namespaceSelector, namespace, names);
    }

    /** Only those in namespaces with this label, besides labels that were named before. */
    public RelatedRule inNamespacesLabelled(String key, String value) {
        LabelSelector both = and(namespaceSelector, LabelSelector.ofLabel(key, value));
        return new RelatedRule(apiVersion, resource, labelSelector, Optional.of(both), namespace, names);
    }

    private static LabelSelector and(Optional<LabelSelector> some, LabelSelector more) {
        return some.map(selector -> selector.and(more)).orElse(more);
    }
}
