package io.hookline.trace;

import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;

/**
 * One cause for which a key was queued. Its text is for logs; its type tells a reason for other results from the echo of a write: an
 * event that the write itself has caused. Immutable.
 */
public sealed interface Cause {

    /** The text for logs. */
    @Override
    String toString();

    /** A cause of its own, such as a new spec, a timer or a start. */
    static Cause reason(String text) {
        return new Reason(text);
    }

    /** What an earlier attempt left to do; why that was made is among its own causes. */
    static Cause continued(String text) {
        return new Continued(text);
    }

    /**
     * Another object was created, changed or deleted, by us or by another client.
     *
     * @param prefix before the name of the object, such as {@code related}; empty for a child, and for an object with the name of one
     */
    static Cause of(String prefix, KubeObject object, What what) {
        return new ObjectChanged(prefix, object.apiVersion(), object.kind(), object.key(), what);
    }

    /** What happened to an object. */
    enum What {
        CREATED("was created"),
        CHANGED("changed"),
        /** It was marked for deletion, or changed while it has the mark. */
        DELETING("is being deleted"),
        DELETED("was deleted"),
        RELEASED("was released"),
        /** It may be adopted. */
        UNOWNED("has no controller owner");

        private final String text;

        What(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** An object other than the parent has changed. */
    record ObjectChanged(String prefix, String apiVersion, String kind, ObjectKey key, What what) implements Cause {

        /** Whether a child was deleted, or is about to be. */
        public boolean isChildDeletion() {
            return prefix.isEmpty() && (what == What.DELETING || what == What.DELETED);
        }

        /** Whether this is a change of an object. */
        public boolean isOf(KubeObject object) {
            return key.equals(object.key()) && kind.equals(object.kind()) && apiVersion.equals(object.apiVersion());
        }

        @Override
        public String toString() {
            return prefix + kind + " " + key + " " + what;
        }
    }

    /** The object itself, which has the key, has changed. */
    record ParentChanged(Part part) implements Cause {

        /** What has changed of it. */
        public enum Part {
            /** Its generation, which counts changes of the spec. */
            SPEC,
            /** Its labels or annotations. */
            METADATA,
            /** Anything else: most often its status. A kind without generation may have no status, but fields of its own. */
            STATUS
        }

        @Override
        public String toString() {
            return "parent changed";
        }
    }

    /** See {@link Cause#continued}. */
    record Continued(String text) implements Cause {
        @Override
        public String toString() {
            return text;
        }
    }

    /** See {@link Cause#reason}. */
    record Reason(String text) implements Cause {
        @Override
        public String toString() {
            return text;
        }
    }
}
