package io.hookline.apply;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Optional;

/** What a plan decides for one child: with all that is needed to carry it out, and to explain it. */
public sealed interface ChildChange {

    /** The child: as observed where it exists, else as the hook returned it. */
    Child child();

    /** Why, in words for logs and people. */
    String reason();

    /** The kind of the child, in the version in which it is written. */
    default GroupVersionKind kind() {
        return child().kind();
    }

    /** The child's key. */
    default ObjectKey key() {
        return child().key();
    }

    /**
     * Create it.
     *
     * @param child as desired
     * @param body what to send
     * @param desired the hash of what the hook sent
     * @param declared whether the controller declares the kind; if not, the child will not be seen again
     */
    record Create(Child child, KubeObject body, ContentHash desired, boolean declared) implements ChildChange {
        @Override
        public String reason() {
            return "desired, and not there";
        }
    }

    /**
     * Replace it, only in the state that was observed: the body carries that resourceVersion.
     *
     * @param child as observed
     * @param body what to send
     * @param desired the hash of what the hook sent
     * @param residue what to remember if the server answers that nothing changed
     */
    record Update(Child child, KubeObject body, ContentHash desired, Residue residue, Differences differences)
            implements ChildChange {
        @Override
        public String reason() {
            return differences.toString();
        }
    }

    /**
     * Delete it, so that a later sync creates it as it should be.
     *
     * @param child as observed
     * @param desired the hash of what the hook sent
     * @param trial what to ask the server first, if the child was made from this very desired state: what an update would
     *     change. If nothing, then the difference is the server's doing, and a new child would be just the same
     */
    record Recreate(Child child, ContentHash desired, Optional<Trial> trial, Differences differences)
            implements ChildChange {
        @Override
        public String reason() {
            return differences.toString();
        }
    }

    /**
     * An update for the server to try out.
     *
     * @param body what to send, as a dry run
     * @param residue what to remember if it changes nothing
     */
    record Trial(KubeObject body, Residue residue) {}

    /**
     * A child's difference from what its hook wants.
     *
     * @param desired the hash of what the hook wants, in canonical form: a hook may order its keys anew with each answer
     * @param differences the hash of all differences
     */
    record Residue(ContentHash desired, ContentHash differences) {}

    /**
     * Delete it.
     *
     * @param child as observed
     */
    record Delete(Child child) implements ChildChange {
        @Override
        public String reason() {
            return "no longer desired";
        }
    }

    /**
     * Do nothing, and remember that unless it is being deleted: see {@link SettledChildren}.
     *
     * @param child as observed
     * @param desired the hash of what the hook sent
     */
    record Skip(Child child, ContentHash desired, Cause cause, String reason) implements ChildChange {

        /** Why nothing is done. */
        public enum Cause {
            /** It is as it should be. */
            EQUAL,
            /** It differs, and the controller wants it unchanged until it is deleted. */
            ON_DELETE,
            /** It is being deleted, and will be created again when it is deleted. */
            BEING_DELETED
        }
    }

    /**
     * Do nothing, because it is not known how: a failure of this child, while the others are done.
     *
     * @param child as desired
     */
    record Refuse(Child child, String reason) implements ChildChange {}
}
