package io.hookline.watcher.model;

import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.object.OwnerReference;
import io.hookline.spec.ParentRule;
import java.util.Optional;

/**
 * One kind of a controller's parents: the rule, what discovery says of it, and the cached objects.
 *
 * @param finalizer of the controller: a parent that carries it is ours even when it is no longer selected
 */
public record ParentKind(ParentRule rule, ApiResource resource, Subscription subscription, String finalizer) {

    /** Whether the controller has anything to do with this parent. */
    public boolean concerns(KubeObject parent) {
        return parent.hasFinalizer(finalizer) || rule.matches(parent);
    }

    /** The cached parent that an owner reference names, if it is really that one and concerns the controller. */
    public Optional<KubeObject> ownerOf(KubeObject child, OwnerReference owner) {
        return namesakeOf(child, owner).filter(parent -> parent.uid().equals(owner.uid()));
    }

    /** The same, or another parent that has its name by now. */
    public Optional<KubeObject> namesakeOf(KubeObject child, OwnerReference owner) {
        if (!owner.isOfKind(resource.gvk())) {
            return Optional.empty();
        }
        String namespace = resource.namespaced() ? child.namespace() : "";
        return subscription.store().get(new ObjectKey(namespace, owner.name())).filter(this::concerns);
    }
}
