package io.hookline.spec;

import java.util.Arrays;
import java.util.Optional;

/** What to do when an existing child differs from the desired one. */
public enum UpdateMethod {
    /** Nothing: the new state takes effect when somebody deletes the child. The default. */
    ON_DELETE("OnDelete"),
    /** Delete it; the next sync creates it anew. */
    RECREATE("Recreate"),
    /** Update it. */
    IN_PLACE("InPlace"),
    /** Like {@link #RECREATE}, one child at a time. */
    ROLLING_RECREATE("RollingRecreate"),
    /** Like {@link #IN_PLACE}, one child at a time. */
    ROLLING_IN_PLACE("RollingInPlace");

    private final String text;

    UpdateMethod(String text) {
        this.text = text;
    }

    /** As controllers name it. */
    public String text() {
        return text;
    }

    /** Whether children change one at a time, guarded by revisions. */
    public boolean isRolling() {
        return this == ROLLING_RECREATE || this == ROLLING_IN_PLACE;
    }

    /** Finds a method by its name in controllers. */
    public static Optional<UpdateMethod> parse(String text) {
        return Arrays.stream(values()).filter(m -> m.text.equals(text)).findFirst();
    }
}
