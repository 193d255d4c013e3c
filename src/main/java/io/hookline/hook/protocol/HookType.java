package io.hookline.hook.protocol;

/** Which question a hook is asked. */
public enum HookType {
    SYNC("sync"),
    FINALIZE("finalize"),
    CUSTOMIZE("customize");

    private final String text;

    HookType(String text) {
        this.text = text;
    }

    /** As URLs, metrics and messages name it. */
    public String text() {
        return text;
    }
}
