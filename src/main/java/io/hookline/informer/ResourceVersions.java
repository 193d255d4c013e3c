package io.hookline.informer;

/**
 * Compares resource versions. Kubernetes numbers them upwards per resource; one that is not a number is comparable only
 * by equality, and counts as neither older nor newer.
 */
public final class ResourceVersions {
    private ResourceVersions() {}

    /** Whether {@code a} is surely older than {@code b}. */
    public static boolean isBefore(String a, String b) {
        return isNumber(a) && isNumber(b) && compare(a, b) < 0;
    }

    /** Whether {@code a} is surely not newer than {@code b}. */
    static boolean isNotAfter(String a, String b) {
        return isNumber(a) && isNumber(b) && compare(a, b) <= 0;
    }

    /** Of any length: longer is larger, as there are no leading zeros. */
    private static int compare(String a, String b) {
        return a.length() == b.length() ? a.compareTo(b) : Integer.compare(a.length(), b.length());
    }

    private static boolean isNumber(String version) {
        return !version.isEmpty() && version.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
