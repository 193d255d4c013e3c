package io.hookline.spec;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import java.util.List;

/**
 * The rule of a controller for one kind of parents.
 *
 * @param apiVersion {@code group/version} or {@code version}
 * @param resource lower-case plural
 * @param labels selects parents by their labels; by default all
 * @param annotations selects parents by their annotations, for decorators only; by default all
 * @param ignoreStatusChanges whether updates that change neither generation, labels nor annotations are ignored
 * @param revisionFieldPaths the fields of a parent that a revision contains, for composites only; by default
 *     {@code spec}
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

    /** Whether the selectors match an object of this kind. */
    public boolean matches(KubeObject object) {
        return labels.matches(object.labels()) && (annotations.isEmpty() || annotations.matches(object.annotations()));
    }

    /** Whether both rules are for the same kind, in any version. */
    public boolean isOfSameKind(ParentRule other) {
        return resource.equals(other.resource) && group().equals(other.group());
    }

    /** The API group, empty for the core group. */
    public String group() {
        return GroupVersionKind.of(apiVersion, "").group();
    }
}
