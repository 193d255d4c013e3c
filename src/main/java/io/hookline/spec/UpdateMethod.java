package io.hookline.spec;

import java.util.Arrays;
import java.util.Optional;

/** How to update a child that differs from its desired state. */
public enum UpdateMethod {
    /** Do not update it. When the child is deleted, it is created again in the desired state. The default. */
    ON_DELETE("OnDelete"),
    /** Delete it; the next sync creates it again. */
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

    /** The name in controllers. */
    public String text() {
        return text;
    }

    /** Whether children are updated one at a time, by means of revisions. */
    public boolean isRolling() {
        return this == ROLLING_RECREATE || this == ROLLING_IN_PLACE;
    }

    /** Finds a method by its name in controllers. */
    public static Optional<UpdateMethod> parse(String text) {
        return Arrays.stream(values()).filter(m -> m.text.equals(text)).findFirst();
    }
}
