package io.hookline.local.resource;

import io.hookline.local.cel.CelRules;
import io.hookline.local.schema.Schema;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One served version of a resource, and the behaviour of its kind.
 *
 * @param api the resource as discovery shows it
 * @param table the name of the table that holds its objects; the same for all versions
 * @param storedAs the apiVersion in which the objects are stored
 * @param behaviour differences between kinds
 * @param schema the schema of its objects; read on first use
 * @param scale the paths of the scale subresource
 * @param rules its rules in CEL
 * @param versions the schemas of all versions, by their apiVersion; empty for most built-in kinds
 * @param selectable the paths of a custom resource that field selectors may contain besides metadata
 */
public record ServedResource(
        ApiResource api,
        String table,
        String storedAs,
        Set<Behaviour> behaviour,
        Supplier<Schema> schema,
        ScalePaths scale,
        CelRules rules,
        Map<String, Supplier<Schema>> versions,
        Set<String> selectable) {

    /** Differences between kinds. */
    public enum Behaviour {
        /** Changes of the spec increase {@code metadata.generation}. */
        GENERATION,
        /** An update without resourceVersion overwrites the current object. */
        UNCONDITIONAL,
        /** An update creates a missing object. */
        CREATE_ON_UPDATE,
        /** A new object keeps the status of the request. */
        CREATED_WITH_STATUS,
        /** A deletion returns the object, even if it is gone. */
        RETURNS_DELETED,
        /** Cannot be deleted as a collection. */
        NO_DELETE_COLLECTION,
        /** Named as a DNS label. */
        LABEL,
        /** Named as a DNS subdomain. */
        SUBDOMAIN,
        /** Named by any text that is valid as a segment of a URL. */
        PATH,
        /** Defined by a CustomResourceDefinition. */
        CUSTOM,
        /** A webhook converts between its versions; this server calls none. */
        WEBHOOK_CONVERSION
    }

    public ServedResource {
        behaviour = Set.copyOf(behaviour);
        selectable = Set.copyOf(selectable);
        versions = Map.copyOf(versions);
    }

    /** The schema of the version in which the objects are stored. */
    public Schema storedSchema() {
        return versions.getOrDefault(storedAs, schema).get();
    }

    public boolean is(Behaviour expected) {
        return behaviour.contains(expected);
    }

    public boolean isCustom() {
        return is(Behaviour.CUSTOM);
    }

    /** Whether it is this built-in resource; {@code groupResource} is its plural with its group. */
    public boolean isBuiltIn(String groupResource) {
        return !isCustom() && table.equals(groupResource);
    }

    /** The key in the store: the namespace is ignored if the resource is cluster-scoped. */
    public ObjectKey key(ObjectKey requested) {
        return api.namespaced() ? requested : ObjectKey.clusterScoped(requested.name());
    }

    /** The path of an object in etcd, as it appears in messages. */
    public String path(ObjectKey key) {
        String group = api.group().isEmpty() || !isCustom() ? "" : api.group() + "/";
        return group + api.plural() + "/" + key;
    }
}
