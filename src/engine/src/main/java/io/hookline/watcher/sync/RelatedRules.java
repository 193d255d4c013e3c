package io.hookline.watcher.sync;

import io.hookline.hook.RelatedRule;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.object.ApiResource;
import io.hookline.object.FieldPath;
import io.hookline.object.LabelSelector;
import io.hookline.watcher.model.ResourceName;
import io.hookline.watcher.model.SyncException;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the rules of customize answers into selections.
 *
 * <p>The version of the customize hook limits the namespaces: with v1, the rules of a namespaced parent select namespaced
 * objects only in the parent's namespace. The version of the sync or finalize hook limits the request to that hook: with v1,
 * it never contains objects outside the parent's namespace, even if the rules select some.
 */
final class RelatedRules {

    /** Finds the resource that a rule names, or throws a {@link SyncException}. */
    @FunctionalInterface
    interface Resources {
        ApiResource require(String apiVersion, String plural);
    }

    private final Resources resources;
    private final HookVersion version;
    private final boolean seesOtherNamespaces;

    /**
     * The rules of one controller.
     *
     * @param version the version of the customize hook
     * @param seesOtherNamespaces whether requests to the sync or finalize hook may contain objects outside the parent's
     *     namespace, so that names without namespace must be found in all namespaces
     */
    RelatedRules(Resources resources, HookVersion version, boolean seesOtherNamespaces) {
        this.resources = resources;
        this.version = version;
        this.seesOtherNamespaces = seesOtherNamespaces;
    }

    /**
     * Turns the rules of an answer into selections, one for each rule, in the same order.
     *
     * @param parentNamespace empty for a cluster-scoped parent
     * @throws SyncException with the place of the first rule that is not valid or names an unknown resource
     */
    List<RelatedSelection> select(List<RelatedRule> rules, String parentNamespace) {
        List<RelatedSelection> selections = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            selections.add(select(rules.get(i), place(i), parentNamespace));
        }
        return selections;
    }

    /** The resource of namespaces, which a namespaceSelector needs. */
    ApiResource namespaces() {
        return resources.require(ResourceName.NAMESPACES.apiVersion(), ResourceName.NAMESPACES.plural());
    }

    /** The place of a rule in its answer, for errors. */
    static FieldPath place(int index) {
        return FieldPath.ROOT.field("relatedResources").index(index);
    }

    private RelatedSelection select(RelatedRule rule, FieldPath place, String parentNamespace) {
        refuseContradictions(rule, place);
        ApiResource resource = resource(rule, place);
        boolean isConfined = version == HookVersion.V1 && !parentNamespace.isEmpty() && resource.namespaced();
        if (rule.namespaceSelector().isPresent()) {
            refuseNamespaceSelector(resource, isConfined, place);
        }
        String ruleNamespace = resource.namespaced() ? rule.namespace() : "";
        String namespace = isConfined ? confinedNamespace(rule, place, parentNamespace) : ruleNamespace;
        LabelSelector labels = rule.labelSelector().orElse(LabelSelector.EVERYTHING);
        return new RelatedSelection(resource, namespace, rule.names(), labels, rule.namespaceSelector());
    }

    private static void refuseContradictions(RelatedRule rule, FieldPath place) {
        boolean selects =
                rule.labelSelector().isPresent() || rule.namespaceSelector().isPresent();
        if (!rule.names().isEmpty() && selects) {
            throw new SyncException.Refused(
                    place + ": names cannot be combined with labelSelector or namespaceSelector");
        }
        if (!rule.namespace().isEmpty() && rule.namespaceSelector().isPresent()) {
            throw new SyncException.Refused(place + ": namespace cannot be combined with namespaceSelector");
        }
    }

    private ApiResource resource(RelatedRule rule, FieldPath place) {
        try {
            return resources.require(rule.apiVersion(), rule.resource());
        } catch (SyncException e) {
            throw new SyncException.Within(place.toString(), e);
        }
    }

    private static void refuseNamespaceSelector(ApiResource resource, boolean confined, FieldPath place) {
        if (!resource.namespaced()) {
            throw new SyncException.Refused(place
                    + ": namespaceSelector is only supported for namespaced related resources, unlike " + resource);
        }
        if (confined) {
            throw new SyncException.Refused(place + ": namespaceSelector needs version v2 of the customize hook,"
                    + " since with v1 a namespaced parent has only objects of its own namespace");
        }
    }

    private String confinedNamespace(RelatedRule rule, FieldPath place, String parentNamespace) {
        if (!rule.namespace().isEmpty() && !rule.namespace().equals(parentNamespace)) {
            throw new SyncException.Refused(
                    place.field("namespace") + ": " + rule.namespace() + " is not the parent's namespace "
                            + parentNamespace + ", and others need version v2 of the customize hook");
        }
        boolean namesAnywhere = rule.namespace().isEmpty() && !rule.names().isEmpty() && seesOtherNamespaces;
        return namesAnywhere ? "" : parentNamespace;
    }
}
