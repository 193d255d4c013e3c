package io.hookline.yaml;

/**
 * Limits the values that come from aliases, with which a few hundred bytes can expand to gigabytes. The limits are those
 * of go-yaml: a share of 99 % in documents of up to 400,000 values, 10 % from 4,000,000 values on, decreasing linearly
 * between them.
 */
final class AliasBudget {

    private static final int SMALL = 400_000;
    private static final int LARGE = 4_000_000;
    private static final double SHARE_IF_SMALL = 0.99;
    private static final double SHARE_IF_LARGE = 0.10;

    private int values;
    private int fromAliases;
    private int depth;

    /** Counts a value before its parts are read; returns whether it is within the limit. */
    boolean enter(boolean alias) {
        if (alias) {
            count(); // the alias itself
            depth++;
        }
        count();
        return fromAliases <= 100 || values <= 1000 || fromAliases <= values * allowedShare();
    }

    private void count() {
        values++;
        if (depth > 0) {
            fromAliases++;
        }
    }

    /** Called after the parts of a value were read. */
    void leave(boolean alias) {
        if (alias) {
            depth--;
        }
    }

    private double allowedShare() {
        double fraction = Math.clamp((values - SMALL) / (double) (LARGE - SMALL), 0, 1);
        return SHARE_IF_SMALL - (SHARE_IF_SMALL - SHARE_IF_LARGE) * fraction;
    }
}
