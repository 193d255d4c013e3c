package io.hookline.hook.protocol;

/** The version of a hook: how a request keys its objects, and which related objects it contains. */
public enum HookVersion {
    /** For a namespaced parent, keys are bare names, and only objects of its own namespace are sent. */
    V1("v1"),
    /** Keys of namespaced objects are always {@code namespace/name}, and every related object is sent. */
    V2("v2");

    private final String text;

    HookVersion(String text) {
        this.text = text;
    }

    /** The name in controllers and messages. */
    public String text() {
        return text;
    }
}
