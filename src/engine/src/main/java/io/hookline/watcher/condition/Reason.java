package io.hookline.watcher.condition;

/** The reasons of all conditions, with what a user can do. The page {@code conditions.md} explains each. */
public enum Reason {
    /** The spec was decoded. */
    VALID("Valid", ""),
    /** The spec was decoded, without some of its fields. */
    UNKNOWN_FIELDS("UnknownFields", "correct or remove the fields that the message names"),
    /** The spec cannot be decoded. */
    INVALID_SPEC("InvalidSpec", "correct the field that the message names"),
    /** The finalizer, which contains the name, would be too long. */
    NAME_TOO_LONG("NameTooLong", "create the controller with a shorter name, or without a finalize hook"),

    /** Discovery has all kinds. */
    ALL_FOUND("AllFound", ""),
    /** The API server does not serve a kind. */
    RESOURCE_NOT_FOUND("ResourceNotFound", "create its CRD or correct the rule; the controller continues by itself"),
    /** The parents of a composite are of a built-in kind. */
    NO_DEFINITION("NoCustomResourceDefinition", "use a DecoratorController for built-in kinds"),
    /** The parents of a composite have no status subresource. */
    NO_STATUS("NoStatusSubresource", "add the status subresource to the CRD; the controller starts by itself"),

    /** No request was denied. */
    NOTHING_DENIED("NothingDenied", ""),
    /** A list or a watch is denied. */
    WATCH_DENIED("WatchDenied", "grant the right that the message names; the controller continues by itself"),
    /** Another request of its start or of a sync is denied. */
    REQUEST_DENIED("RequestDenied", "grant the right that the message names; the request is retried"),

    /** No hook was called since the controller was started. */
    NO_CALL_YET("NoCallYet", ""),
    /** The hooks answer, perhaps not for every parent. */
    ANSWERED("Answered", ""),
    /** A hook answers for no parent. */
    CALL_FAILED(
            "CallFailed", "check that the hook server runs at this address, and look at its log; calls are retried"),

    /** The annotation pauses the controller. */
    PAUSED("Paused", "remove the annotation hookline.io/paused to resume"),
    /** No annotation pauses the controller. */
    NOT_PAUSED("NotPaused", ""),

    /** Writes of some objects only cause each other. */
    NEVER_SETTLES(
            "NeverSettles",
            "make the hook answer the same for the same state, and leave out fields that another client writes"),

    /** All parents that were synced are at the version of the hook. */
    ROLLED_OUT("RolledOut", ""),

    /** Parents are being synced with another version of the hook. */
    ROLLING_OUT("RollingOut", ""),

    /** Too many syncs with another version of the hook have failed. */
    ROLLOUT_PAUSED(
            "RolloutPaused",
            "correct the hook or go back to the version before; to continue, give the controller the annotation"
                    + " hookline.io/resume-rollout with a new value"),

    /** An answer deletes more children than the guard of the controller allows. */
    TOO_MANY_DELETIONS("TooManyDeletions", "correct the hook, or run the command that the message ends with"),

    /** An earlier condition is not met, so this one was not checked. */
    NOT_CHECKED("NotChecked", ""),

    /** It syncs its parents. */
    RUNNING("Running", ""),
    /** It reads its caches, or waits for the first answer of a hook. */
    STARTING("Starting", ""),
    /** It could not be started for another reason. */
    START_FAILED("StartFailed", "correct what the message names; the start is retried"),
    /** A first list, or the watch of parents, fails for another reason than rights. */
    CACHE_FAILED("CacheFailed", "check the API server; the watch is retried"),
    /** The last sync of some parents failed. */
    SOME_PARENTS_FAIL("SomeParentsFail", "look at the events of the parents"),
    /** The last sync of every parent failed. */
    ALL_PARENTS_FAIL("AllParentsFail", "look at the events of the parents");

    private final String text;
    private final String advice;

    Reason(String text, String advice) {
        this.text = text;
        this.advice = advice;
    }

    /** The reason in a condition. */
    public String text() {
        return text;
    }

    /** What a user can do; empty if nothing is to be done. */
    public String advice() {
        return advice;
    }
}
