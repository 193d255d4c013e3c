package io.hookline.watcher;

import io.hookline.apply.Children;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sorts out the children of an answer: where each will live, and which cannot be had. One that cannot is refused by itself,
 * and what exists under its name stays as it is.
 */
final class DesiredChildren {

    /**
     * What an answer wants.
     *
     * @param children to be had
     * @param observed children that may be changed or deleted
     * @param failures one text for each refused child
     * @param warnings what the hook's author should know, though it is done
     */
    record Sorted(Children children, Children observed, List<String> failures, List<Warning> warnings) {}

    /** Something that the hook's author should know. */
    record Warning(String reason, String text) {}

    private final Map<GroupVersionKind, ApiResource> declared;
    private final ResourceCatalog catalog;

    DesiredChildren(List<ChildKind> kinds, ResourceCatalog catalog) {
        this.declared = kinds.stream()
                .map(ChildKind::resource)
                .collect(Collectors.toMap(ApiResource::gvk, resource -> resource, (a, _) -> a));
        this.catalog = catalog;
    }

    /** The resource of a kind that {@link #of} let through. */
    ApiResource resourceOf(GroupVersionKind kind) {
        return find(kind).orElseThrow(() -> new SyncException("the server does not serve kind " + kind));
    }

    private Optional<ApiResource> find(GroupVersionKind kind) {
        return Optional.ofNullable(declared.get(kind)).or(() -> catalog.find(kind));
    }

    Sorted of(Turn turn, ChildMarks marks) {
        Map<Slot, KubeObject> children = new LinkedHashMap<>();
        Set<Named> refused = new HashSet<>();
        List<String> failures = new ArrayList<>();
        List<Warning> warnings = new ArrayList<>();
        for (KubeObject child : turn.answer().children()) {
            Optional<ApiResource> resource = find(child.gvk());
            Optional<String> refusal = refusal(turn, child, resource, marks);
            if (refusal.isPresent()) {
                failures.add(refusal.get());
                refused.add(Named.of(child));
                continue;
            }
            String shown = child.kind() + " " + keyOf(child, marks);
            if (children.put(Slot.of(child, keyOf(child, marks)), child) != null) {
                warnings.add(new Warning("DuplicateChild", "the hook wants " + shown + " twice; the last one counts"));
            }
            if (!declared.containsKey(child.gvk()) && !isDeclaredInAnotherVersion(child.gvk())) {
                warnings.add(new Warning(
                        "UndeclaredKind",
                        "the hook wants " + shown + ", but its kind " + child.gvk()
                                + " is not declared in the controller's childResources or attachments:"
                                + " it is created, but not watched, updated or deleted"));
            }
        }
        List<KubeObject> manageable = turn.observed().all().stream()
                .filter(child -> !refused.contains(Named.of(child)))
                .toList();
        return new Sorted(
                Children.of(children.values(), child -> keyOf(child, marks)),
                Children.of(manageable),
                failures,
                warnings);
    }

    /** Where a desired child will live. */
    ObjectKey keyOf(KubeObject child, ChildMarks marks) {
        boolean namespaced = find(child.gvk()).map(ApiResource::namespaced).orElse(false);
        return new ObjectKey(namespaced ? marks.namespaceOf(child) : "", child.name());
    }

    private boolean isDeclaredInAnotherVersion(GroupVersionKind kind) {
        return declared.keySet().stream().anyMatch(kind::sameKind);
    }

    /** A child's place, whatever version names it. */
    private record Slot(String group, String kind, ObjectKey key) {
        static Slot of(KubeObject child, ObjectKey key) {
            return new Slot(child.gvk().group(), child.kind(), key);
        }
    }

    /** Where a refused child would live may be just what is wrong with it, so its twins in every namespace are kept. */
    private record Named(String group, String kind, String name) {
        static Named of(KubeObject child) {
            return new Named(child.gvk().group(), child.kind(), child.name());
        }
    }

    private static Optional<String> refusal(
            Turn turn, KubeObject child, Optional<ApiResource> resource, ChildMarks marks) {
        if (resource.isEmpty()) {
            return Optional.of("can't create " + child + ": the server does not serve kind " + child.gvk());
        }
        String home = turn.parent().namespace();
        if (!home.isEmpty() && !resource.get().namespaced()) {
            return Optional.of("can't create " + child + ": it is cluster-scoped, and " + turn.parent()
                    + " is not; only a cluster-scoped parent can own it");
        }
        if (!home.isEmpty() && !marks.namespaceOf(child).equals(home)) {
            return Optional.of("can't create " + child + ": its namespace is not that of " + turn.parent()
                    + "; a namespaced parent owns only objects of its own namespace");
        }
        if (resource.get().namespaced() && marks.namespaceOf(child).isEmpty()) {
            return Optional.of("can't create " + child + ": it needs a metadata.namespace, since " + turn.parent()
                    + " has none that it could inherit");
        }
        return Optional.empty();
    }
}
