package io.hookline.hook.protocol;

/** How a request names the objects in its maps, and what related objects a namespaced parent sees. */
public enum HookVersion {
    /** A namespaced parent sees bare names and its own namespace only. */
    V1("v1"),
    /** Namespaced objects are always {@code namespace/name}, and every related object is seen. */
    V2("v2");

    private final String text;

    HookVersion(String text) {
        this.text = text;
    }

    /** As controllers and messages name it. */
    public String text() {
        return text;
    }
}
