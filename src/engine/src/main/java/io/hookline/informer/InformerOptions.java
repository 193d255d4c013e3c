package io.hookline.informer;

import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * Options of informers.
 *
 * @param pageSize maximum number of objects in one page of a list
 * @param firstBackoff back-off after the first failure; each further failure doubles it. The real delay is a random
 *     time between half of it and all of it, so that informers that fail together do not retry together
 * @param longestBackoff maximum back-off
 * @param shortestWatch the server ends a watch after a random time between this and twice this
 * @param idle a watch without events for longer than this is replaced as dead; servers send bookmarks once a minute
 * @param streamingLists whether informers request the present objects as a stream, if the server supports it
 * @param streamPatience a streaming list without events for longer than this counts as not supported
 * @param transform the form in which an object is cached; it keeps all that identifies the object and its version
 */
public record InformerOptions(
        int pageSize,
        Duration firstBackoff,
        Duration longestBackoff,
        Duration shortestWatch,
        Duration idle,
        boolean streamingLists,
        Duration streamPatience,
        UnaryOperator<KubeObject> transform) {

    /** Pages of 500; back-off 0.8 s to 12 s; watches of 5 to 10 minutes, dead after 2.5 minutes of silence; streaming lists. */
    public static final InformerOptions DEFAULTS = new InformerOptions(
            500,
            Duration.ofMillis(800),
            Duration.ofSeconds(12),
            Duration.ofMinutes(5),
            Duration.ofSeconds(150),
            true,
            Duration.ofSeconds(10),
            UnaryOperator.identity());

    /** Returns the same options with another page size. */
    public InformerOptions withPageSize(int size) {
        return new InformerOptions(
                size, firstBackoff, longestBackoff, shortestWatch, idle, streamingLists, streamPatience, transform);
    }

    /** Returns the same options with or without streaming lists. */
    public InformerOptions withStreamingLists(boolean wanted) {
        return new InformerOptions(
                pageSize, firstBackoff, longestBackoff, shortestWatch, idle, wanted, streamPatience, transform);
    }

    /** Returns the same options with another form of cached objects. */
    public InformerOptions withTransform(UnaryOperator<KubeObject> form) {
        return new InformerOptions(
                pageSize, firstBackoff, longestBackoff, shortestWatch, idle, streamingLists, streamPatience, form);
    }
}
