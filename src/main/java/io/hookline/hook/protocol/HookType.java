package io.hookline.hook.protocol;

/** The type of a hook call. */
public enum HookType {
    SYNC("sync"),
    FINALIZE("finalize"),
    CUSTOMIZE("customize");

    private final String text;

    HookType(String text) {
        this.text = text;
    }

    /** The name in URLs, metrics and messages. */
    public String text() {
        return text;
    }
}
