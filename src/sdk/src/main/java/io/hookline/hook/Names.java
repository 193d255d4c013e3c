package io.hookline.hook;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of children that are never too long.
 *
 * <pre>{@code
 * Names.label(in.parent().name(), "web")
 * }</pre>
 *
 * <p>The parts are joined by {@code -}. A name that would be too long ends with a hash of the whole name instead, so
 * that names with the same start stay different. The same parts always give the same name. Parts that contain {@code -}
 * can give the same name too: {@code "a-b", "c"} and {@code "a", "b-c"} both give {@code a-b-c}. The characters are not
 * changed: an invalid name is refused by the API server.
 */
public final class Names {

    private static final int LONGEST_LABEL = 63;
    private static final int LONGEST_SUBDOMAIN = 253;

    /** What may not stand before the hyphen of the hash: a part of a name ends with a letter or a digit. */
    private static final Pattern LOOSE_END = Pattern.compile("[^A-Za-z0-9]+$");

    private Names() {}

    /**
     * Returns a name of at most 63 characters: for Services, and for all names that become label values or host names.
     *
     * @throws IllegalArgumentException if a part is empty
     */
    public static String label(String... parts) {
        return upTo(LONGEST_LABEL, joined(parts));
    }

    /**
     * Returns a name of at most 253 characters: for most other kinds, such as ConfigMaps and Secrets.
     *
     * @throws IllegalArgumentException if a part is empty
     */
    public static String subdomain(String... parts) {
        return upTo(LONGEST_SUBDOMAIN, joined(parts));
    }

    private static String joined(String... parts) {
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].isEmpty()) {
                throw new IllegalArgumentException("part " + (i + 1) + " of a name is empty: " + List.of(parts));
            }
        }
        return String.join("-", parts);
    }

    private static String upTo(int longest, String name) {
        if (name.length() <= longest) {
            return name;
        }
        String hash = Hash.of(name).text();
        String start = name.substring(0, longest - hash.length() - 1);
        return LOOSE_END.matcher(start).replaceFirst("") + "-" + hash;
    }
}
