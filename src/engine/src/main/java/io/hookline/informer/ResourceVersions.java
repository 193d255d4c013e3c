package io.hookline.informer;

/**
 * Compares resource versions. Kubernetes uses increasing numbers per resource. A version that is not a number is
 * comparable only by equality, and is neither older nor newer.
 */
public final class ResourceVersions {
    private ResourceVersions() {}

    /** Whether {@code a} is certainly older than {@code b}. */
    public static boolean isBefore(String a, String b) {
        return isNumber(a) && isNumber(b) && compare(a, b) < 0;
    }

    /** Whether {@code a} is certainly not newer than {@code b}. */
    static boolean isNotAfter(String a, String b) {
        return isNumber(a) && isNumber(b) && compare(a, b) <= 0;
    }

    /** For numbers of any length: a longer one is larger, since there are no leading zeros. */
    private static int compare(String a, String b) {
        return a.length() == b.length() ? a.compareTo(b) : Integer.compare(a.length(), b.length());
    }

    private static boolean isNumber(String version) {
        return !version.isEmpty() && version.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
