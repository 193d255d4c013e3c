package io.hookline.object;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a user probably meant. */
public final class NearestName {

    private static final int CHARACTERS_PER_TYPO = 3;

    private NearestName() {}

    /** The most similar name; empty if none is similar: about one character in three may differ. */
    public static Optional<String> of(String wrong, Collection<String> names) {
        int most = Math.max(1, wrong.length() / CHARACTERS_PER_TYPO);
        return names.stream()
                .filter(name -> distance(wrong, name) <= most)
                .min(Comparator.<String>comparingInt(name -> distance(wrong, name))
                        .thenComparing(name -> name));
    }

    /** The end of a message about a wrong name: {@code ; did you mean NAME?}. Empty if no name is similar. */
    public static Optional<String> suggestion(String wrong, Collection<String> names) {
        return of(wrong, names).map(name -> "; did you mean " + name + "?");
    }

    /** The number of characters to insert, delete, replace or swap with the next one, ignoring case. */
    private static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[][] table = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                table[i][j] = i == 0 || j == 0 ? i + j : step(table, a, b, i, j);
            }
        }
        return table[a.length()][b.length()];
    }

    private static int step(int[][] table, String a, String b, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int least = Math.min(table[i - 1][j - 1] + (same ? 0 : 1), Math.min(table[i - 1][j], table[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least;
    }
}
