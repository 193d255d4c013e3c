package io.hookline.spec;

import io.hookline.object.GroupVersionKind;
import java.util.List;
import java.util.Optional;

/**
 * The rule of a controller for one kind of children or attachments.
 *
 * @param apiVersion {@code group/version} or {@code version}
 * @param resource lower-case plural
 * @param method how to update a child that differs from its desired state
 * @param statusChecks the conditions that a child must have before a rolling update continues with the next child
 * @param adoption whether to adopt objects that were not created for the parent
 */
public record ChildRule(
        String apiVersion,
        String resource,
        UpdateMethod method,
        List<StatusCheck> statusChecks,
        AdoptionPolicy adoption) {

    public ChildRule {
        statusChecks = List.copyOf(statusChecks);
    }

    /** Creates a rule with the default adoption policy. */
    public ChildRule(String apiVersion, String resource, UpdateMethod method, List<StatusCheck> statusChecks) {
        this(apiVersion, resource, method, statusChecks, AdoptionPolicy.IF_UNOWNED);
    }

    /** Whether both rules are for the same kind, in any version. */
    public boolean isOfSameKind(ChildRule other) {
        return resource.equals(other.resource) && group().equals(other.group());
    }

    private String group() {
        return GroupVersionKind.of(apiVersion, "").group();
    }

    /** A condition that a child must have. An absent status or reason matches any. */
    public record StatusCheck(String type, Optional<String> status, Optional<String> reason) {}
}
