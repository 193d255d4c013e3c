package io.hookline.watcher.model;

import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.object.OwnerReference;
import io.hookline.spec.ParentRule;
import java.util.Optional;

/**
 * One kind of a controller's parents: the rule, the resource from discovery, and the subscription to the cache.
 *
 * @param finalizer the controller's finalizer: a parent that has it is synced even if the rule no longer selects it
 */
public record ParentKind(ParentRule rule, ApiResource resource, Subscription subscription, String finalizer) {

    /** Whether the controller is responsible for this parent. */
    public boolean concerns(KubeObject parent) {
        return parent.hasFinalizer(finalizer) || rule.matches(parent);
    }

    /** The cached parent that an owner reference names. Its uid must match, and the controller must be responsible for it. */
    public Optional<KubeObject> ownerOf(KubeObject child, OwnerReference owner) {
        return namesakeOf(child, owner).filter(parent -> parent.uid().equals(owner.uid()));
    }

    /** As {@link #ownerOf}, but also a later parent of the same name. */
    public Optional<KubeObject> namesakeOf(KubeObject child, OwnerReference owner) {
        if (!owner.isOfKind(resource.gvk())) {
            return Optional.empty();
        }
        String namespace = resource.namespaced() ? child.namespace() : "";
        return subscription.store().get(new ObjectKey(namespace, owner.name())).filter(this::concerns);
    }
}
