package io.hookline.apply;

import io.hookline.object.GroupVersionKind;
import io.hookline.spec.ChildRule.UpdateStrategy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The update strategy of each declared kind of children, for any version of the kind.
 *
 * @param byKind every declared kind; if several versions of a kind are declared, the first one counts
 * @param applied the declared kinds whose children the API server applies; all others have dynamic apply
 * @param undeclared how the API server applies children of undeclared kinds; empty for dynamic apply
 */
public record UpdateStrategies(
        Map<GroupVersionKind, UpdateStrategy> byKind,
        Map<GroupVersionKind, FieldManagement> applied,
        Optional<FieldManagement> undeclared) {

    public UpdateStrategies {
        byKind = Collections.unmodifiableMap(new LinkedHashMap<>(byKind));
        applied = Collections.unmodifiableMap(new LinkedHashMap<>(applied));
    }

    /** Strategies with dynamic apply. */
    public UpdateStrategies(Map<GroupVersionKind, UpdateStrategy> byKind) {
        this(byKind, Map.of(), Optional.empty());
    }

    /** The strategy for a kind; empty if the controller does not declare the kind. */
    public Optional<UpdateStrategy> of(GroupVersionKind kind) {
        return declared(kind).map(byKind::get);
    }

    /** How the API server applies children of a kind; empty for dynamic apply. */
    Optional<FieldManagement> serverSide(GroupVersionKind kind) {
        Optional<GroupVersionKind> declared = declared(kind);
        return declared.isPresent() ? Optional.ofNullable(applied.get(declared.get())) : undeclared;
    }

    /** The version in which a kind is declared. */
    private Optional<GroupVersionKind> declared(GroupVersionKind kind) {
        return byKind.containsKey(kind)
                ? Optional.of(kind)
                : byKind.keySet().stream().filter(kind::sameKind).findFirst();
    }

    /** The declared version of a kind, if it is not the given version. */
    Optional<GroupVersionKind> otherVersion(GroupVersionKind kind) {
        return byKind.containsKey(kind)
                ? Optional.empty()
                : byKind.keySet().stream().filter(kind::sameKind).sorted().findFirst();
    }
}
