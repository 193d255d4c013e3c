package io.hookline.spec;

import java.util.Arrays;
import java.util.Optional;

/** Whether a parent adopts an object that was not created for it but could be its child. */
public enum AdoptionPolicy {
    /** Adopt it if the parent's selector matches and it has no controller. The default, and Metacontroller's rule. */
    IF_UNOWNED("IfUnowned"),
    /** Never adopt it. */
    NEVER("Never"),
    /** Also adopt it if it only has the name of a desired child; it is then merged with the desired child. */
    TAKE_OVER("TakeOver");

    private final String text;

    AdoptionPolicy(String text) {
        this.text = text;
    }

    /** The name in controllers. */
    public String text() {
        return text;
    }

    /** Finds a policy by its name in controllers. */
    public static Optional<AdoptionPolicy> parse(String text) {
        return Arrays.stream(values()).filter(p -> p.text.equals(text)).findFirst();
    }
}
