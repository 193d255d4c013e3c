package io.hookline.local.http;

import io.hookline.local.machinery.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The names of field managers in requests. */
final class FieldManagerName {

    private static final int MAX_BYTES = 128;

    private FieldManagerName() {}

    /** The problems of a name that a client chose. */
    static List<FieldError> check(String name) {
        List<FieldError> errors = new ArrayList<>();
        if (bytes(name) > MAX_BYTES) {
            errors.add(new FieldError("fieldManager", "Too long: may not be more than " + MAX_BYTES + " bytes"));
        }
        for (int i = 0; i < name.length(); i = name.offsetByCodePoints(i, 1)) {
            int character = name.codePointAt(i);
            if (!isPrintable(character)) {
                errors.add(FieldError.invalid(
                        "fieldManager",
                        name,
                        "invalid character " + String.format("U+%04X", character) + " (at position "
                                + bytes(name.substring(0, i)) + ")"));
            }
        }
        return errors;
    }

    /** The part of a User-Agent before the first slash, as far as it is printable and not too long; never empty. */
    static String ofUserAgent(String agent) {
        int slash = agent.indexOf('/');
        StringBuilder name = new StringBuilder();
        for (int character :
                (slash < 0 ? agent : agent.substring(0, slash)).codePoints().toArray()) {
            String next = Character.toString(character);
            if (isPrintable(character)) {
                if (bytes(name + next) > MAX_BYTES) {
                    break;
                }
                name.append(next);
            }
        }
        return name.isEmpty() ? "unknown" : name.toString();
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Whether Go prints the character unchanged. */
    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> character == ' ';
            default -> true;
        };
    }
}
