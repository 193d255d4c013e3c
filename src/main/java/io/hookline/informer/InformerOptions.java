package io.hookline.informer;

import java.time.Duration;

/**
 * How informers talk to the server.
 *
 * @param pageSize most objects in one page of a list
 * @param firstBackoff rest after the first failure; each further one doubles it. What is really waited is between half of
 *     it and all of it, at random, so that informers that fail together do not come back together
 * @param longestBackoff where doubling ends
 * @param shortestWatch the server ends a watch after a random time between this and twice this
 * @param idle a watch that is silent for longer is taken for dead and replaced; servers send bookmarks once a minute
 * @param streamingLists whether the present objects are asked for as a stream, where the server can do it
 * @param streamPatience a streaming list that is silent for longer without having ended is taken for refused
 */
public record InformerOptions(
        int pageSize,
        Duration firstBackoff,
        Duration longestBackoff,
        Duration shortestWatch,
        Duration idle,
        boolean streamingLists,
        Duration streamPatience) {

    /** Pages of 500; back-off 0.8 s to 30 s; watches of 5 to 10 minutes, dead after 2.5 silent ones; streaming lists. */
    public static final InformerOptions DEFAULTS = new InformerOptions(
            500,
            Duration.ofMillis(800),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofSeconds(150),
            true,
            Duration.ofSeconds(10));

    /** The same with pages of another size. */
    public InformerOptions withPageSize(int most) {
        return new InformerOptions(
                most, firstBackoff, longestBackoff, shortestWatch, idle, streamingLists, streamPatience);
    }

    /** The same with or without streaming lists. */
    public InformerOptions withStreamingLists(boolean wanted) {
        return new InformerOptions(pageSize, firstBackoff, longestBackoff, shortestWatch, idle, wanted, streamPatience);
    }
}
