package io.hookline.cli.init;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names of kinds in the forms that other places need. */
final class Words {

    private static final Pattern BOUNDARY = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    private static final Pattern SIBILANT = Pattern.compile(".*(s|x|z|ch|sh)");
    private static final Pattern CONSONANT_Y = Pattern.compile(".*[^aeiou]y");

    private Words() {}

    /** {@code ConfigMap} in lower case, with a separator: {@code config_map}. */
    static String joined(String kind, String separator) {
        return BOUNDARY.splitAsStream(kind)
                .map(word -> word.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(separator));
    }

    /** {@code ConfigMap} as {@code configMap}. */
    static String camel(String kind) {
        String first = BOUNDARY.split(kind, 2)[0];
        return first.toLowerCase(Locale.ROOT) + kind.substring(first.length());
    }

    /** {@code web-app} as {@code WebApp}. */
    static String kind(String name) {
        return Stream.of(name.split("-", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining());
    }

    /** The name of a kind's resource: {@code policies} for {@code Policy}. */
    static String plural(String kind) {
        String singular = kind.toLowerCase(Locale.ROOT);
        if (SIBILANT.matcher(singular).matches()) {
            return singular + "es";
        }
        return CONSONANT_Y.matcher(singular).matches()
                ? singular.substring(0, singular.length() - 1) + "ies"
                : singular + "s";
    }

    /** A kind with its article: {@code an Ingress}. */
    static String withArticle(String kind) {
        return ("AEIO".indexOf(kind.charAt(0)) >= 0 ? "an " : "a ") + kind;
    }

    /** {@code a, b and c}. */
    static String list(List<String> words) {
        int last = words.size() - 1;
        return last <= 0
                ? String.join("", words)
                : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }
}
