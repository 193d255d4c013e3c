package io.hookline.spec;

import java.util.Arrays;
import java.util.Optional;

/** What server-side apply does with a desired field that another field manager owns and that has another value. */
public enum ConflictPolicy {
    /** Take over the field. The default, and Metacontroller's rule. */
    FORCE("Force"),
    /** Report the conflict, and do not change the child. */
    FAIL("Fail"),
    /** Leave the field to the other manager, and apply all others. */
    YIELD("Yield");

    private final String text;

    ConflictPolicy(String text) {
        this.text = text;
    }

    /** The name in controllers. */
    public String text() {
        return text;
    }

    /** Finds a policy by its name in controllers. */
    public static Optional<ConflictPolicy> parse(String text) {
        return Arrays.stream(values()).filter(p -> p.text.equals(text)).findFirst();
    }
}
