package io.hookline.hook.protocol;

import java.util.List;

/** The type of a hook call. */
public enum HookType {
    SYNC("sync"),
    FINALIZE("finalize"),
    CUSTOMIZE("customize"),

    /** Called by the API server before it stores an object, to refuse it. */
    VALIDATE("validate"),

    /** Called by the API server before it stores an object, to change it. */
    MUTATE("mutate");

    private static final List<HookType> OF_CONTROLLERS = List.of(SYNC, FINALIZE, CUSTOMIZE);

    private final String text;

    HookType(String text) {
        this.text = text;
    }

    /** The types that a watcher calls. */
    public static List<HookType> ofControllers() {
        return OF_CONTROLLERS;
    }

    /** Whether the API server calls it, with an AdmissionReview; otherwise a watcher does. */
    public boolean isAdmission() {
        return this == VALIDATE || this == MUTATE;
    }

    /** The name in URLs, metrics and messages. */
    public String text() {
        return text;
    }
}
