package io.hookline.local.resource;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order of API versions: {@code v2}, {@code v1}, {@code v1beta2}, {@code v1beta1}, {@code v1alpha1}, then all other
 * names in alphabetical order.
 */
public final class KubeVersionOrder {

    private static final Pattern VERSION = Pattern.compile("v(\\d{1,9})(?:(alpha|beta)(\\d{1,9}))?");

    /** The version that clients should use comes first. */
    public static final Comparator<String> PREFERRED_FIRST = Comparator.comparingInt(KubeVersionOrder::stability)
            .thenComparing(KubeVersionOrder::major, Comparator.reverseOrder())
            .thenComparing(KubeVersionOrder::minor, Comparator.reverseOrder())
            .thenComparing(Comparator.naturalOrder());

    private KubeVersionOrder() {}

    private static int stability(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            return 3;
        }
        String level = matcher.group(2);
        return level == null ? 0 : level.equals("beta") ? 1 : 2;
    }

    private static Integer major(String version) {
        return number(version, 1);
    }

    private static Integer minor(String version) {
        return number(version, 3);
    }

    private static Integer number(String version, int group) {
        Matcher matcher = VERSION.matcher(version);
        String digits = matcher.matches() ? matcher.group(group) : null;
        return digits == null ? 0 : Integer.parseInt(digits);
    }
}
