package io.hookline.apply;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Optional;

/** What a plan decides for one child: with all that is needed to carry it out, and to explain it. */
public sealed interface ChildChange {

    /** The kind of the child, in the version in which it is written. */
    GroupVersionKind kind();

    /** The child's key. */
    ObjectKey key();

    /** Why, in words for logs and people. */
    String reason();

    /**
     * Create it.
     *
     * @param body what to send
     * @param desired the hash of what the hook sent
     * @param declared whether the controller declares the kind; if not, the child will not be seen again
     */
    record Create(GroupVersionKind kind, ObjectKey key, KubeObject body, ContentHash desired, boolean declared)
            implements ChildChange {
        @Override
        public String reason() {
            return "desired, and not there";
        }
    }

    /**
     * Replace it, only in the state that was observed: the body carries that resourceVersion.
     *
     * @param body what to send
     * @param residue what is left to say if the server answers that nothing changed
     */
    record Update(
            GroupVersionKind kind,
            ObjectKey key,
            KubeObject observed,
            KubeObject body,
            Residue residue,
            Differences differences)
            implements ChildChange {
        @Override
        public String reason() {
            return differences.toString();
        }
    }

    /**
     * Delete it, so that a later sync creates it as it should be.
     *
     * @param trial what to ask the server first, if the child was made from these very desired bytes: what an update would
     *     change. If nothing, then the difference is the server's doing, and a new child would be just the same
     */
    record Recreate(
            GroupVersionKind kind, ObjectKey key, KubeObject observed, Optional<Trial> trial, Differences differences)
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
     * @param desired the hash of what the hook sent
     * @param differences the hash of all differences
     */
    record Residue(ContentHash desired, ContentHash differences) {}

    /** Delete it. */
    record Delete(GroupVersionKind kind, ObjectKey key, KubeObject observed) implements ChildChange {
        @Override
        public String reason() {
            return "no longer desired";
        }
    }

    /**
     * Do nothing, and remember that unless it is being deleted: see {@link SettledChildren}.
     *
     * @param desired the hash of what the hook sent
     */
    record Skip(
            GroupVersionKind kind, ObjectKey key, KubeObject observed, ContentHash desired, Cause cause, String reason)
            implements ChildChange {

        /** Why nothing is done. */
        public enum Cause {
            /** It is as it should be. */
            EQUAL,
            /** It differs, and the controller wants it left alone until somebody deletes it. */
            ON_DELETE,
            /** It is being deleted, and will be created anew when it is gone. */
            BEING_DELETED
        }
    }

    /** Do nothing, because it is not known how: a failure of this child, while the others are done. */
    record Refuse(GroupVersionKind kind, ObjectKey key, String reason) implements ChildChange {}
}
