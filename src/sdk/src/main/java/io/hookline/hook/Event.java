package io.hookline.hook;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A Kubernetes Event that a hook requests. The watcher records it about the parent.
 *
 * @param reason why, for programs, such as {@code QuotaExceeded}
 * @param message what happened, for people; the watcher shortens it to 1024 characters, the limit of Kubernetes
 */
public record Event(Type type, String reason, String message) {

    /** The type of an event. */
    public enum Type {
        /** Information. */
        NORMAL("Normal"),
        /** A problem that people should know of. */
        WARNING("Warning");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        /** As in Kubernetes: {@code Normal} or {@code Warning}. */
        public String text() {
            return text;
        }
    }

    /** The maximum number of events in one answer: the number that one object may get at once in Kubernetes. */
    public static final int MAX_COUNT = 25;

    /**
     * Header of a hook request: the names of the answer fields that Metacontroller does not have and the caller reads.
     * A hook server must omit such a field if the header does not name it, because Metacontroller refuses it in strict
     * mode.
     */
    public static final String ACCEPT_HEADER = "Hookline-Accept";

    /** The field of an answer, and its name in {@link #ACCEPT_HEADER}. */
    public static final String FIELD = "events";

    /** The form of a reason, for messages. */
    public static final String REASON_FORM = "UpperCamelCase of at most 128 letters and digits, such as QuotaExceeded";

    private static final Pattern REASON = Pattern.compile("[A-Z][A-Za-z0-9]{0,127}");

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the reason does not have its form, or the message is empty
     */
    public Event {
        Objects.requireNonNull(reason, "reason of an event: expected " + REASON_FORM + ", was null");
        Objects.requireNonNull(message, "message of an event: expected a text, was null");
        if (!isReason(reason)) {
            throw new IllegalArgumentException(
                    "reason of an event: expected " + REASON_FORM + ", was \"" + reason + "\"");
        }
        if (message.isBlank()) {
            throw new IllegalArgumentException("message of an event: expected a text, was empty");
        }
    }

    /** Whether a text can be the reason of an event. */
    public static boolean isReason(String text) {
        return REASON.matcher(text).matches();
    }
}
