package io.hookline.cli.plan;

import io.hookline.object.ObjectKey;
import java.util.Locale;

/**
 * A write that the watcher would send.
 *
 * @param verb such as {@code update}; {@code apply} for server-side apply
 * @param object kind and name, such as {@code Deployment default/web}
 * @param subresource empty for the object itself
 * @param changes the fields that would change; empty for a creation or deletion
 */
record PlannedWrite(String verb, String object, String subresource, String changes) {

    /** What a write does, for its count. */
    enum Effect {
        CREATION("creation"),
        UPDATE("update"),
        STATUS_UPDATE("status update"),
        DELETION("deletion");

        private final String text;

        Effect(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    Effect effect() {
        return switch (verb) {
            case "create" -> Effect.CREATION;
            case "delete" -> Effect.DELETION;
            default -> subresource.equals("status") ? Effect.STATUS_UPDATE : Effect.UPDATE;
        };
    }

    static PlannedWrite of(String verb, String kind, ObjectKey key, String subresource, String changes) {
        return new PlannedWrite(verb, kind + " " + key, subresource, changes);
    }

    /** Whether both are the same request, of two syncs of one parent. */
    boolean isSame(PlannedWrite other) {
        return verb.equals(other.verb) && object.equals(other.object) && subresource.equals(other.subresource);
    }

    PlannedWrite changing(String now) {
        return new PlannedWrite(verb, object, subresource, now);
    }

    @Override
    public String toString() {
        String target = object + (subresource.isEmpty() ? "" : " (" + subresource + ")");
        return String.format(Locale.ROOT, "%-7s %s", verb, target) + (changes.isEmpty() ? "" : "  " + changes);
    }
}
