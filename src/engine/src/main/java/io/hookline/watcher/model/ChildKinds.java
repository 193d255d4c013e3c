package io.hookline.watcher.model;

import io.hookline.apply.FieldManagement;
import io.hookline.apply.UpdateStrategies;
import io.hookline.object.GroupVersionKind;
import io.hookline.spec.ChildRule.UpdateStrategy;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The declared kinds of a controller's children. If several rules name one kind, the first one is used. */
public final class ChildKinds {

    private final Map<GroupVersionKind, ChildKind> byKind = new LinkedHashMap<>();

    public ChildKinds(List<ChildKind> kinds) {
        kinds.forEach(kind -> byKind.putIfAbsent(kind.resource().gvk(), kind));
    }

    public Collection<ChildKind> all() {
        return List.copyOf(byKind.values());
    }

    /** The kind of a child; empty if it is not declared. */
    public Optional<ChildKind> of(GroupVersionKind kind) {
        return Optional.ofNullable(byKind.get(kind));
    }

    /** The kind of an observed child, which is always declared. */
    public ChildKind require(GroupVersionKind kind) {
        return of(kind).orElseThrow(() -> new SyncException.Refused(kind + " is not declared"));
    }

    /** Whether a kind is declared in any version. */
    public boolean hasInAnyVersion(GroupVersionKind kind) {
        return byKind.keySet().stream().anyMatch(kind::sameKind);
    }

    /** The update strategy for each kind. */
    public UpdateStrategies strategies(ApplyDefaults apply) {
        Map<GroupVersionKind, UpdateStrategy> methods = new LinkedHashMap<>();
        Map<GroupVersionKind, FieldManagement> serverSide = new LinkedHashMap<>();
        byKind.forEach((gvk, kind) -> {
            methods.put(gvk, kind.rule().strategy());
            apply.of(kind.rule()).ifPresent(by -> serverSide.put(gvk, by));
        });
        return new UpdateStrategies(methods, serverSide, apply.undeclared());
    }
}
