package io.hookline.watcher.related;

import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.RelatedRule;
import io.hookline.object.ApiResource;
import io.hookline.object.FieldPath;
import io.hookline.object.LabelSelector;
import io.hookline.watcher.model.ResourceName;
import io.hookline.watcher.model.SyncException;
import java.util.ArrayList;
import java.util.List;

/**
 * Says what the rules of customize answers select.
 *
 * <p>It is the version of the customize hook that says how far its rules reach: with v1, a namespaced parent's rules for a
 * namespaced resource end at the parent's namespace. The version of the sync or finalize hook decides only how that hook
 * is told of what was found; v1 is not told of anything outside its parent's namespace, whatever the rules reach.
 */
public final class RelatedRules {

    /** Finds the resource that a rule names, or throws a {@link SyncException}. */
    @FunctionalInterface
    public interface Resources {
        ApiResource require(String apiVersion, String plural);
    }

    private final Resources resources;
    private final HookVersion version;
    private final boolean foreignIsSeen;

    /**
     * For one controller.
     *
     * @param version of the customize hook
     * @param foreignIsSeen whether a sync or finalize hook is told of objects outside the parent's namespace, so that names
     *     without namespace must be looked for everywhere
     */
    public RelatedRules(Resources resources, HookVersion version, boolean foreignIsSeen) {
        this.resources = resources;
        this.version = version;
        this.foreignIsSeen = foreignIsSeen;
    }

    /**
     * What an answer selects, one selection for each rule, in their order.
     *
     * @param home the parent's namespace, empty for a cluster-scoped parent
     * @throws SyncException with the place of the first rule that makes no sense or names an unknown resource
     */
    List<RelatedSelection> select(List<RelatedRule> rules, String home) {
        List<RelatedSelection> selections = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            selections.add(select(rules.get(i), place(i), home));
        }
        return selections;
    }

    /** The resource of namespaces, which a selector of namespaces needs. */
    ApiResource namespaces() {
        return resources.require(ResourceName.NAMESPACES.apiVersion(), ResourceName.NAMESPACES.plural());
    }

    /** Where a rule stands in its answer. */
    static FieldPath place(int index) {
        return FieldPath.ROOT.field("relatedResources").index(index);
    }

    private RelatedSelection select(RelatedRule rule, FieldPath place, String home) {
        refuseContradictions(rule, place);
        ApiResource resource = resource(rule, place);
        boolean confined = version == HookVersion.V1 && !home.isEmpty() && resource.namespaced();
        if (rule.namespaceSelector().isPresent()) {
            refuseNamespaceSelector(resource, confined, place);
        }
        String namespace = confined ? confined(rule, place, home) : resource.namespaced() ? rule.namespace() : "";
        LabelSelector labels = rule.labelSelector().orElse(LabelSelector.EVERYTHING);
        return new RelatedSelection(resource, namespace, rule.names(), labels, rule.namespaceSelector());
    }

    private static void refuseContradictions(RelatedRule rule, FieldPath place) {
        boolean selects =
                rule.labelSelector().isPresent() || rule.namespaceSelector().isPresent();
        if (!rule.names().isEmpty() && selects) {
            throw new SyncException(place + ": names cannot be combined with labelSelector or namespaceSelector");
        }
        if (!rule.namespace().isEmpty() && rule.namespaceSelector().isPresent()) {
            throw new SyncException(place + ": namespace cannot be combined with namespaceSelector");
        }
    }

    private ApiResource resource(RelatedRule rule, FieldPath place) {
        try {
            return resources.require(rule.apiVersion(), rule.resource());
        } catch (SyncException e) {
            throw new SyncException(place.toString(), e);
        }
    }

    private static void refuseNamespaceSelector(ApiResource resource, boolean confined, FieldPath place) {
        if (!resource.namespaced()) {
            throw new SyncException(place
                    + ": namespaceSelector is only supported for namespaced related resources, unlike " + resource);
        }
        if (confined) {
            throw new SyncException(place + ": namespaceSelector needs version v2 of the customize hook,"
                    + " since with v1 a namespaced parent has only objects of its own namespace");
        }
    }

    private String confined(RelatedRule rule, FieldPath place, String home) {
        if (!rule.namespace().isEmpty() && !rule.namespace().equals(home)) {
            throw new SyncException(place.field("namespace") + ": " + rule.namespace()
                    + " is not the parent's namespace " + home + ", and others need version v2 of the customize hook");
        }
        boolean namesAnywhere = rule.namespace().isEmpty() && !rule.names().isEmpty() && foreignIsSeen;
        return namesAnywhere ? "" : home;
    }
}
