package io.hookline.spec;

import java.util.Arrays;
import java.util.Optional;

/** Who computes the changes of a child: the watcher or the API server. */
public enum ApplyStrategy {
    /** The watcher merges by the last-applied annotation and sends whole objects. The default. */
    DYNAMIC_APPLY("dynamic-apply"),
    /** The API server merges by field managers; the watcher sends only what the hook returned. */
    SERVER_SIDE_APPLY("server-side-apply");

    private final String text;

    ApplyStrategy(String text) {
        this.text = text;
    }

    /** The name in controllers and in flags. */
    public String text() {
        return text;
    }

    /** Finds a strategy by its name. */
    public static Optional<ApplyStrategy> parse(String text) {
        return Arrays.stream(values()).filter(s -> s.text.equals(text)).findFirst();
    }
}
