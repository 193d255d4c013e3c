package io.hookline.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;
import java.util.Optional;

/** One change of a plan, with everything that is necessary to make it and to explain it. */
public sealed interface ChildChange {

    /** The child: as observed if it exists, otherwise as the hook returned it. */
    Child child();

    /** The reason of the change, for logs. */
    String reason();

    /** The kind of the child, in the version that is written. */
    default GroupVersionKind kind() {
        return child().kind();
    }

    /** Whether the child is deleted, so that a later sync creates it in the desired state, if a dry run finds it necessary. */
    default boolean recreates() {
        return false;
    }

    /** Whether the child is deleted, perhaps to be created again. */
    default boolean deletes() {
        return this instanceof Delete || recreates();
    }

    /** The paths of the fields of an existing child that are written; empty if none is. */
    default List<String> fields() {
        return List.of();
    }

    /** The child's key. */
    default ObjectKey key() {
        return child().key();
    }

    /**
     * Creates the child.
     *
     * @param child the desired child
     * @param body the object to send
     * @param desired the hash of the child as the hook returned it
     * @param declared whether the controller declares the kind; otherwise the child is created but never observed
     * @param applied what the API server applies; empty for dynamic apply
     */
    record Create(Child child, KubeObject body, ContentHash desired, boolean declared, Optional<ServerSide> applied)
            implements ChildChange {
        @Override
        public String reason() {
            return "desired, but missing";
        }
    }

    /**
     * What the API server applies to create a child.
     *
     * @param desired as {@link AppliedChild#body} returned it; must not be changed
     */
    record ServerSide(FieldManagement by, ObjectNode desired) {}

    /** A change of an existing child that differs from its desired state. */
    sealed interface Differing extends ChildChange {

        Differences differences();

        @Override
        default String reason() {
            return differences().toString();
        }

        @Override
        default List<String> fields() {
            return differences().fields();
        }
    }

    /**
     * Replaces the child, if it is still in the observed state: the body has the observed resourceVersion.
     *
     * @param child the observed child
     * @param body the object to send
     * @param desired the hash of the child as the hook returned it
     * @param residue the difference to remember if the update changes nothing on the API server
     */
    record Update(Child child, KubeObject body, ContentHash desired, Residue residue, Differences differences)
            implements Differing {}

    /**
     * Deletes the child, so that a later sync creates it in the desired state, unless a dry run of an update shows that a new child
     * would not differ from this one. Values that the API server reads as equal must never delete a child.
     *
     * @param child the observed child
     * @param desired the hash of the child as the hook returned it
     * @param trial the dry run to make first
     */
    record Recreate(Child child, ContentHash desired, Trial trial, Differences differences) implements Differing {
        @Override
        public boolean recreates() {
            return true;
        }
    }

    /**
     * An update to make as a dry run.
     *
     * @param body the object to send
     * @param residue the difference to remember if the dry run changes nothing
     * @param records whether the update is made if the dry run changes nothing, because the last-applied annotation does not have
     *     the desired state
     */
    record Trial(KubeObject body, Residue residue, boolean records) {}

    /**
     * Applies the child on the API server.
     *
     * @param child the observed child
     * @param desired the hash of the child as the hook returned it
     * @param applied what is applied
     * @param recreates whether the child is deleted if a dry run changes it, so that a later sync creates it in the desired state
     */
    record Apply(Child child, ContentHash desired, AppliedChild applied, boolean recreates, Differences differences)
            implements Differing {}

    /**
     * A difference between an existing child and its desired state that a write does not remove.
     *
     * @param desired the hash of the desired state in canonical form, because a hook may order its keys differently in
     *     each answer
     * @param differences the hash of all differences
     */
    record Residue(ContentHash desired, ContentHash differences) {}

    /**
     * Deletes the child.
     *
     * @param child the observed child
     */
    record Delete(Child child) implements ChildChange {
        @Override
        public String reason() {
            return "no longer desired";
        }
    }

    /**
     * Does nothing. Unless the child is being deleted, it is remembered as settled: see {@link SettledChildren}.
     *
     * @param child the observed child
     * @param desired the hash of the child as the hook returned it
     */
    record Skip(Child child, ContentHash desired, Cause cause, String reason) implements ChildChange {

        /** Why nothing is changed. */
        public enum Cause {
            /** The child is in the desired state. */
            EQUAL,
            /** The child differs, but its update method is OnDelete. */
            ON_DELETE,
            /** The child is being deleted, and is created again after that. */
            BEING_DELETED
        }
    }

    /**
     * Fails for this child, because the desired state is not valid. The other children are still changed.
     *
     * @param child the desired child
     * @param exists whether the child exists
     */
    record Refuse(Child child, String reason, boolean exists) implements ChildChange {}
}
