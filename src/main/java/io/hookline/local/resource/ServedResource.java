package io.hookline.local.resource;

import io.hookline.local.schema.Schema;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One resource in one served version, and how its objects behave.
 *
 * @param api as discovery tells it
 * @param shelf where its objects are kept: the same for all versions
 * @param storedAs the apiVersion in which they are kept
 * @param behaviour what differs between kinds
 * @param schema what its objects look like; read on first use
 * @param scale where the scale subresource finds its numbers
 */
public record ServedResource(
        ApiResource api,
        String shelf,
        String storedAs,
        Set<Behaviour> behaviour,
        Supplier<Schema> schema,
        ScalePaths scale) {

    /** What differs between kinds. */
    public enum Behaviour {
        /** Counts changes of its spec. */
        GENERATION,
        /** An update without resourceVersion overwrites whatever is there. */
        UNCONDITIONAL,
        /** An update creates what is not there. */
        CREATE_ON_UPDATE,
        /** Cannot be deleted as a collection. */
        NO_DELETE_COLLECTION,
        /** Named as a DNS label. */
        LABEL,
        /** Named as a DNS subdomain. */
        SUBDOMAIN,
        /** Named by anything that fits into a URL. */
        PATH,
        /** Defined by a CustomResourceDefinition. */
        CUSTOM
    }

    public ServedResource {
        behaviour = Set.copyOf(behaviour);
    }

    public boolean is(Behaviour wanted) {
        return behaviour.contains(wanted);
    }

    public boolean isCustom() {
        return is(Behaviour.CUSTOM);
    }

    /** Whether it is this built-in kind, by its plural with its group. */
    public boolean isBuiltIn(String groupResource) {
        return !isCustom() && shelf.equals(groupResource);
    }

    /** The key in the store: the namespace of a cluster-scoped resource's object does not count. */
    public ObjectKey key(ObjectKey asked) {
        return api.namespaced() ? asked : ObjectKey.clusterScoped(asked.name());
    }

    /** Where a storage would keep an object; appears in messages. */
    public String path(ObjectKey key) {
        String group = api.group().isEmpty() || !isCustom() ? "" : api.group() + "/";
        return group + api.plural() + "/" + key;
    }
}
