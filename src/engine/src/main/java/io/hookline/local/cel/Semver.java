package io.hookline.local.cel;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A semantic version such as {@code 1.2.3-beta.1+build}. Equal if neither precedes the other: the build does not count.
 */
final class Semver implements Comparable<Semver> {

    private static final String NUMBER = "(0|[1-9][0-9]*)";
    private static final String PART = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
    private static final Pattern FORM = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(?:-(" + PART
            + "(?:\\." + PART + ")*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?");

    private final List<BigInteger> numbers;
    private final List<String> preRelease;

    private Semver(List<BigInteger> numbers, List<String> preRelease) {
        this.numbers = numbers;
        this.preRelease = preRelease;
    }

    /** Reads a version; empty if the text is none. */
    static Optional<Semver> of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        List<BigInteger> numbers =
                List.of(new BigInteger(form.group(1)), new BigInteger(form.group(2)), new BigInteger(form.group(3)));
        List<String> parts =
                form.group(4) == null ? List.of() : List.of(form.group(4).split("\\."));
        boolean fits = numbers.stream().allMatch(number -> number.bitLength() <= 64)
                && parts.stream().allMatch(part -> !isNumber(part) || new BigInteger(part).bitLength() <= 64);
        return fits ? Optional.of(new Semver(numbers, parts)) : Optional.empty();
    }

    /** Reads a version that may start with v, have zeros in front of its numbers, and lack the last ones. */
    static Optional<Semver> normalized(String text) {
        String[] parts = text.replaceFirst("^v", "").split("\\.", 3);
        if (parts.length < 3 && parts[parts.length - 1].matches("(?s).*[+-].*")) {
            return Optional.empty();
        }
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].replaceFirst("^0+(?=[0-9])", "");
        }
        return of(String.join(".", parts) + ".0".repeat(3 - parts.length));
    }

    /** One of the three numbers, counted from 0. One with 64 bits is negative, as for a real server. */
    long number(int index) {
        return numbers.get(index).longValue();
    }

    private static boolean isNumber(String part) {
        return part.matches("[0-9]+");
    }

    @Override
    public int compareTo(Semver other) {
        for (int i = 0; i < 3; i++) {
            int order = numbers.get(i).compareTo(other.numbers.get(i));
            if (order != 0) {
                return order;
            }
        }
        if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
            return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
        }
        for (int i = 0; i < Math.min(preRelease.size(), other.preRelease.size()); i++) {
            int order = compare(preRelease.get(i), other.preRelease.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(preRelease.size(), other.preRelease.size());
    }

    /** Numbers precede words. */
    private static int compare(String one, String other) {
        if (isNumber(one) && isNumber(other)) {
            return new BigInteger(one).compareTo(new BigInteger(other));
        }
        return isNumber(one) || isNumber(other)
                ? Boolean.compare(isNumber(other), isNumber(one))
                : Integer.signum(one.compareTo(other));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Semver its && compareTo(its) == 0;
    }

    @Override
    public int hashCode() {
        return numbers.hashCode() * 31 + preRelease.hashCode();
    }
}
