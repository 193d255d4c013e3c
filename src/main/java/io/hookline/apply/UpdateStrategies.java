package io.hookline.apply;

import io.hookline.object.GroupVersionKind;
import io.hookline.spec.UpdateStrategy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The update strategy of each declared kind of children, for any version of the kind.
 *
 * @param byKind every declared kind; if several versions of a kind are declared, the first one counts
 */
public record UpdateStrategies(Map<GroupVersionKind, UpdateStrategy> byKind) {

    public UpdateStrategies {
        byKind = Collections.unmodifiableMap(new LinkedHashMap<>(byKind));
    }

    /** The strategy for a kind; empty if the controller does not declare the kind. */
    public Optional<UpdateStrategy> of(GroupVersionKind kind) {
        UpdateStrategy exact = byKind.get(kind);
        return exact != null
                ? Optional.of(exact)
                : byKind.entrySet().stream()
                        .filter(rule -> rule.getKey().sameKind(kind))
                        .map(Map.Entry::getValue)
                        .findFirst();
    }

    /** The declared version of a kind, if it is not the given version. */
    Optional<GroupVersionKind> otherVersion(GroupVersionKind kind) {
        return byKind.containsKey(kind)
                ? Optional.empty()
                : byKind.keySet().stream().filter(kind::sameKind).sorted().findFirst();
    }
}
