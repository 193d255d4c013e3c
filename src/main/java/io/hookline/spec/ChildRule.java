package io.hookline.spec;

import io.hookline.object.GroupVersionKind;
import java.util.Optional;

/**
 * The rule of a controller for one kind of children or attachments.
 *
 * @param apiVersion {@code group/version} or {@code version}
 * @param resource lower-case plural
 * @param strategy how to update a child that differs from its desired state
 * @param adoption whether to adopt objects that were not created for the parent
 * @param applyStrategy who computes the changes; empty for the strategy of the watcher
 * @param conflicts what server-side apply does with fields of other managers
 */
public record ChildRule(
        String apiVersion,
        String resource,
        UpdateStrategy strategy,
        AdoptionPolicy adoption,
        Optional<ApplyStrategy> applyStrategy,
        ConflictPolicy conflicts) {

    /** Creates a rule with the defaults of everything else. */
    public ChildRule(String apiVersion, String resource, UpdateStrategy strategy) {
        this(apiVersion, resource, strategy, AdoptionPolicy.IF_UNOWNED, Optional.empty(), ConflictPolicy.FORCE);
    }

    /** Whether both rules are for the same kind, in any version. */
    public boolean isOfSameKind(ChildRule other) {
        return resource.equals(other.resource) && group().equals(other.group());
    }

    private String group() {
        return GroupVersionKind.of(apiVersion, "").group();
    }
}
