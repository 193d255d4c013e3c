package io.hookline.spec;

import java.util.Arrays;
import java.util.Optional;

/** What to do with an object that was not made for a parent but could be its child. */
public enum AdoptionPolicy {
    /** It becomes a child if the parent's selector matches and nobody controls it. The default, and Metacontroller's rule. */
    IF_UNOWNED("IfUnowned"),
    /** It is left alone. */
    NEVER("Never"),
    /** It also becomes a child, merged with what the hook wants, if it only has a desired child's name. */
    TAKE_OVER("TakeOver");

    private final String text;

    AdoptionPolicy(String text) {
        this.text = text;
    }

    /** As controllers name it. */
    public String text() {
        return text;
    }

    /** Finds a policy by its name in controllers. */
    public static Optional<AdoptionPolicy> parse(String text) {
        return Arrays.stream(values()).filter(p -> p.text.equals(text)).findFirst();
    }
}
