package io.hookline.hook;

import io.hookline.object.LabelSelector;
import java.util.List;
import java.util.Optional;

/**
 * One rule of a customize answer: which objects the sync hook wants to see too.
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
}
