package io.hookline.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * Where and how a hook is called.
 *
 * @param url complete; for the service form it is already put together: {@code protocol://name.namespace:port/path}
 * @param timeout of the whole call, 10 s if the controller names none
 * @param etag present when answers may be cached by their ETag
 * @param strict whether unknown and duplicate fields of answers are errors; by default for version 2
 * @param credentials absent: those of a matching {@link EndpointConfig}
 */
public record Webhook(
        String url, Duration timeout, Optional<Etag> etag, boolean strict, Optional<Credentials> credentials) {

    /** The timeout of a hook that names none, or one that is not positive. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    /**
     * How long answers are kept.
     *
     * @param cacheTimeout absent: entries never expire
     * @param cacheCleanup how often expired entries are swept out; absent: when they are met
     */
    public record Etag(Optional<Duration> cacheTimeout, Optional<Duration> cacheCleanup) {}
}
