package io.hookline.spec;

import io.hookline.object.GroupVersionKind;
import java.util.List;
import java.util.Optional;

/**
 * One kind of children or attachments.
 *
 * @param apiVersion {@code group/version} or {@code version}
 * @param resource lower-case plural
 * @param method what to do when an existing child differs from the desired one
 * @param statusChecks what a child must show before the next one is rolled
 * @param adoption what to do with objects that were not made for the parent
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

    /** With the default policy for adoption. */
    public ChildRule(String apiVersion, String resource, UpdateMethod method, List<StatusCheck> statusChecks) {
        this(apiVersion, resource, method, statusChecks, AdoptionPolicy.IF_UNOWNED);
    }

    /** Whether both are about the same objects, in whatever versions. */
    public boolean isOfSameKind(ChildRule other) {
        return resource.equals(other.resource) && group().equals(other.group());
    }

    private String group() {
        return GroupVersionKind.of(apiVersion, "").group();
    }

    /** A condition that a child must have; absent status or reason means any. */
    public record StatusCheck(String type, Optional<String> status, Optional<String> reason) {}
}
