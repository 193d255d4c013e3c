package io.hookline.watcher.sync;

import io.hookline.apply.Child;
import io.hookline.apply.ChildId;
import io.hookline.apply.Children;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.model.ChildKind;
import io.hookline.watcher.model.ChildKinds;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.SyncFailures;
import io.hookline.watcher.sync.DesiredChildren.Warning;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Validates the children of an answer and finds the namespace of each. A child that is not valid is refused without stopping
 * the others, and an existing object of its name is neither changed nor deleted. Thread-safe.
 */
final class DesiredChildResolver {

    private final ChildKinds declared;
    private final RestMapper restMapper;

    DesiredChildResolver(ChildKinds declared, RestMapper restMapper) {
        this.declared = declared;
        this.restMapper = restMapper;
    }

    /**
     * Validates an answer.
     *
     * @param observed the children that the parent has
     * @param wanted the children that the hook returned, in its order
     */
    DesiredChildren of(KubeObject parent, ObjectGroups observed, List<KubeObject> wanted, InjectedMetadata injected) {
        Map<ChildId, Child> children = new LinkedHashMap<>();
        Set<Named> refused = new HashSet<>();
        SyncFailures failures = new SyncFailures();
        boolean holdsDeletions = false;
        List<Warning> warnings = new ArrayList<>();
        int more = 0;
        for (KubeObject object : wanted) {
            Optional<ApiResource> resource = resourceOf(object.gvk());
            Optional<String> refusal = resource.isEmpty()
                    ? Optional.of("the API server does not serve kind " + object.gvk()
                            + restMapper.suggestionFor(object.gvk()))
                    : refusal(parent, object, resource.get(), injected);
            if (refusal.isPresent()) {
                failures.add(new SyncException.Refused("can't create " + object + ": " + refusal.get()));
                refused.add(Named.of(object));
                holdsDeletions |= resource.isEmpty() || isDeclared(object.gvk());
                continue;
            }
            Child child = child(resource.orElseThrow(), object, injected);
            if (children.put(ChildId.of(child), child) != null) {
                more += add(warnings, () -> repeated(child));
            }
            if (isUndeclared(child)) {
                more += add(warnings, () -> undeclared(child));
            }
        }
        if (more > 0) {
            warnings.add(new Warning(
                    warnings.getLast().reason(), more + " more warnings about children that the hook returned"));
        }
        return new DesiredChildren(
                List.copyOf(children.values()),
                manageable(observed, refused),
                injected,
                failures,
                holdsDeletions,
                warnings);
    }

    private boolean isDeclared(GroupVersionKind kind) {
        return declared.of(kind).isPresent() || declared.hasInAnyVersion(kind);
    }

    private Optional<ApiResource> resourceOf(GroupVersionKind kind) {
        return declared.of(kind).map(ChildKind::resource).or(() -> restMapper.find(kind));
    }

    private static Child child(ApiResource resource, KubeObject object, InjectedMetadata injected) {
        String namespace = resource.namespaced() ? injected.namespaceOf(object) : "";
        return new Child(resource, new ObjectKey(namespace, object.name()), object);
    }

    /** Returns 1 if there are too many to add it. */
    private static int add(List<Warning> warnings, Supplier<Warning> warning) {
        if (warnings.size() >= DesiredChildren.MOST_WARNINGS) {
            return 1;
        }
        warnings.add(warning.get());
        return 0;
    }

    private static Warning repeated(Child child) {
        return new Warning("DuplicateChild", "the hook returned " + child + " twice; the last one is used");
    }

    private boolean isUndeclared(Child child) {
        return !isDeclared(child.kind());
    }

    private static Warning undeclared(Child child) {
        return new Warning(
                "UndeclaredKind",
                "the hook returned " + child + ", but its kind " + child.kind()
                        + " is not declared in the controller's childResources or attachments:"
                        + " it is created, but not watched or updated, and it is leaked:"
                        + " nothing deletes it when the hook no longer returns it; to manage it, add {apiVersion: "
                        + child.kind().apiVersion() + ", resource: "
                        + child.resource().plural() + "} there");
    }

    private Children manageable(ObjectGroups observed, Set<Named> refused) {
        List<Child> children = new ArrayList<>();
        observed.byKind().forEach((kind, objects) -> {
            ApiResource resource = declared.require(kind).resource();
            for (KubeObject object : objects) {
                if (refused.isEmpty() || !refused.contains(Named.of(object))) {
                    children.add(Child.observed(resource, object));
                }
            }
        });
        return Children.of(children);
    }

    /** Identifies a refused child without its namespace, which may be the reason: its namesakes in every namespace are kept. */
    private record Named(String group, String kind, String name) {
        static Named of(KubeObject child) {
            return new Named(child.gvk().group(), child.kind(), child.name());
        }
    }

    private static Optional<String> refusal(
            KubeObject parent, KubeObject child, ApiResource resource, InjectedMetadata injected) {
        String parentNamespace = parent.namespace();
        if (!isPathSegment(child.name())) {
            return Optional.of(
                    "its metadata.name is not valid: no object may be named . or .., or have / or % in its name");
        }
        if (!parentNamespace.isEmpty() && !resource.namespaced()) {
            return Optional.of(
                    "it is cluster-scoped, and " + parent + " is not; only a cluster-scoped parent can own it");
        }
        if (!parentNamespace.isEmpty() && !injected.namespaceOf(child).equals(parentNamespace)) {
            return Optional.of("its namespace is not that of " + parent
                    + "; a namespaced parent owns only objects of its own namespace");
        }
        if (resource.namespaced() && injected.namespaceOf(child).isEmpty()) {
            return Optional.of("it needs a metadata.namespace, since " + parent + " is cluster-scoped");
        }
        return Optional.empty();
    }

    /** Whether a name can stand in a path; with another one, a server-side apply would be sent to another place. */
    private static boolean isPathSegment(String name) {
        return !name.equals(".") && !name.equals("..") && name.indexOf('/') < 0 && name.indexOf('%') < 0;
    }
}
