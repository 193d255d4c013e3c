package io.hookline.spec;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import java.util.List;

/**
 * Which objects a controller handles.
 *
 * @param apiVersion {@code group/version} or {@code version}
 * @param resource lower-case plural
 * @param labels absent in the controller: everything
 * @param annotations decorators only; absent: everything
 * @param ignoreStatusChanges whether updates that touch neither generation, labels nor annotations are dropped
 * @param revisionFieldPaths composites only: which part of a parent a revision keeps, by default {@code spec}
 */
public record ParentRule(
        String apiVersion,
        String resource,
        LabelSelector labels,
        LabelSelector annotations,
        boolean ignoreStatusChanges,
        List<String> revisionFieldPaths) {

    public ParentRule {
        revisionFieldPaths = List.copyOf(revisionFieldPaths);
    }

    /** Whether an object of this kind is selected. */
    public boolean matches(KubeObject object) {
        return labels.matches(object.labels()) && (annotations.isEmpty() || annotations.matches(object.annotations()));
    }

    /** Whether both are about the same objects' kind, in whatever versions. */
    public boolean isOfSameKind(ParentRule other) {
        return resource.equals(other.resource) && group().equals(other.group());
    }

    /** The API group, empty for the core group. */
    public String group() {
        return GroupVersionKind.of(apiVersion, "").group();
    }
}
