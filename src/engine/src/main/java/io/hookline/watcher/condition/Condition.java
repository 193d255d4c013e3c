package io.hookline.watcher.condition;

/** One condition, without its time. */
public record Condition(Type type, Status status, Reason reason, String message) {

    /** The types, in the order in which a status lists them. */
    public enum Type {
        READY("Ready"),
        ACCEPTED("Accepted"),
        RESOURCES_RESOLVED("ResourcesResolved"),
        PERMISSIONS_READY("PermissionsReady"),
        HOOKS_REACHABLE("HooksReachable"),
        PAUSED("Paused"),
        SETTLING("Settling"),
        /** Only there if the sync hook has a version. */
        HOOK_ROLLED_OUT("HookRolledOut"),
        /** Only there while it is met. */
        DELETION_HELD("DeletionHeld");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        /** The type in a status. */
        public String text() {
            return text;
        }
    }

    /** The values that a condition can have. */
    public enum Status {
        TRUE("True"),
        FALSE("False"),
        UNKNOWN("Unknown");

        private final String text;

        Status(String text) {
            this.text = text;
        }

        /** The value in a status. */
        public String text() {
            return text;
        }
    }

    /** The message, with what a user can do, unless it says that already: an event with the same text needs it too. */
    Condition withAdvice() {
        String advice = reason.advice();
        return message.endsWith(advice) ? this : new Condition(type, status, reason, message + ": " + advice);
    }
}
