package io.hookline.yaml;

/**
 * Tells a document that uses aliases from one that explodes by them. A few hundred bytes can stand for gigabytes, so the
 * share of values that come from aliases is limited as go-yaml limits it: 99 % in documents of up to 400,000 values, 10 %
 * from 4,000,000 on, and evenly less between them.
 */
final class AliasBudget {

    private static final int SMALL = 400_000;
    private static final int LARGE = 4_000_000;
    private static final double SHARE_IF_SMALL = 0.99;
    private static final double SHARE_IF_LARGE = 0.10;

    private int values;
    private int fromAliases;
    private int depth;

    /** Counts a value before its parts are read; whether it may be. */
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

    /** The parts of a value were read. */
    void leave(boolean alias) {
        if (alias) {
            depth--;
        }
    }

    private double allowedShare() {
        double way = Math.clamp((values - SMALL) / (double) (LARGE - SMALL), 0, 1);
        return SHARE_IF_SMALL - (SHARE_IF_SMALL - SHARE_IF_LARGE) * way;
    }
}
