package io.hookline.testing;

import java.util.stream.LongStream;

/** Seeds of random searches: few in an ordinary build, many in the profile soak. A failed test names its seed. */
public final class Seeds {

    private Seeds() {}

    /** The seeds of this build, for {@code @MethodSource}. */
    public static LongStream some() {
        return LongStream.rangeClosed(1, Integer.getInteger("hookline.seeds", 2));
    }
}
