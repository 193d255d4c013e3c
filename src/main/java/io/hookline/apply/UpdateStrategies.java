package io.hookline.apply;

import io.hookline.object.GroupVersionKind;
import io.hookline.spec.UpdateMethod;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What to do with differing children, by kind. The version of the kind does not matter.
 *
 * @param byKind every declared kind; the first counts where several versions are declared
 */
public record UpdateStrategies(Map<GroupVersionKind, UpdateMethod> byKind) {

    public UpdateStrategies {
        byKind = Collections.unmodifiableMap(new LinkedHashMap<>(byKind));
    }

    /** The method for a kind; empty for one that the controller does not declare. */
    public Optional<UpdateMethod> of(GroupVersionKind kind) {
        UpdateMethod exact = byKind.get(kind);
        return exact != null
                ? Optional.of(exact)
                : byKind.entrySet().stream()
                        .filter(rule -> rule.getKey().sameKind(kind))
                        .map(Map.Entry::getValue)
                        .findFirst();
    }

    /** The declared version of a kind, if that is another one than the given. */
    Optional<GroupVersionKind> otherVersion(GroupVersionKind kind) {
        return byKind.containsKey(kind)
                ? Optional.empty()
                : byKind.keySet().stream().filter(kind::sameKind).sorted().findFirst();
    }
}
