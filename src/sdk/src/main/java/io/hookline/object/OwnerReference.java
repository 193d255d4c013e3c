package io.hookline.object;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A reference from a child to one of its owners, {@code metadata.ownerReferences[]}. */
public record OwnerReference(
        String apiVersion, String kind, String name, String uid, boolean controller, boolean blockOwnerDeletion) {

    /**
     * The reference that makes {@code owner} the managing controller of a child. The owner's foreground deletion waits
     * for the child.
     */
    public static OwnerReference controlledBy(KubeObject owner) {
        return new OwnerReference(owner.apiVersion(), owner.kind(), owner.name(), owner.uid(), true, true);
    }

    /** Whether it names an object of that group and kind, in any version. */
    public boolean isOfKind(GroupVersionKind gvk) {
        return GroupVersionKind.of(apiVersion, kind).sameKind(gvk);
    }

    /** A reference to the same owner with the apiVersion, kind and name of this one. Its flags stay. */
    public ObjectNode refreshed(ObjectNode reference) {
        return reference
                .deepCopy()
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("name", name);
    }

    /** As JSON; each flag only if true. */
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", apiVersion).put("kind", kind).put("name", name).put("uid", uid);
        if (controller) {
            json.put("controller", true);
        }
        if (blockOwnerDeletion) {
            json.put("blockOwnerDeletion", true);
        }
        return json;
    }
}
