package io.hookline.hook;

import io.hookline.object.LabelSelector;
import java.util.List;
import java.util.Optional;

/**
 * One rule of a customize answer: it selects related objects, which the sync hook then receives.
 *
 * <p>A rule can have names or a label selector, not both. It can have a namespace or a namespace selector, not both.
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
     * Selects all objects of a resource; for v1 hooks of a namespaced parent, only those in the parent's namespace.
     *
     * @param resource lower-case plural, such as {@code configmaps}
     */
    public static RelatedRule of(String apiVersion, String resource) {
        return new RelatedRule(apiVersion, resource, Optional.empty(), Optional.empty(), "", List.of());
    }

    /** Selects only objects with these names. */
    public RelatedRule named(String... names) {
        return new RelatedRule(apiVersion, resource, labelSelector, namespaceSelector, namespace, List.of(names));
    }

    /** Selects only objects in this namespace. */
    public RelatedRule inNamespace(String namespace) {
        return new RelatedRule(apiVersion, resource, labelSelector, namespaceSelector, namespace, names);
    }

    /** Selects only objects with this label. Repeated calls require all of the labels. */
    public RelatedRule labelled(String key, String value) {
        return selected(LabelSelector.ofLabel(key, value));
    }

    /** Selects only objects that match this selector as well. */
    public RelatedRule selected(LabelSelector selector) {
        return new RelatedRule(
                apiVersion, resource, Optional.of(and(labelSelector, selector)), namespaceSelector, namespace, names);
    }

    /** Selects only objects in namespaces with this label. Repeated calls require all of the labels. */
    public RelatedRule inNamespacesLabelled(String key, String value) {
        LabelSelector both = and(namespaceSelector, LabelSelector.ofLabel(key, value));
        return new RelatedRule(apiVersion, resource, labelSelector, Optional.of(both), namespace, names);
    }

    private static LabelSelector and(Optional<LabelSelector> present, LabelSelector added) {
        return present.map(selector -> selector.and(added)).orElse(added);
    }
}
