package io.hookline.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * The URL of a hook, and the settings of its calls.
 *
 * @param url the complete URL; for a service it is {@code protocol://name.namespace:port/path}
 * @param timeout the timeout of the whole call, 10 s by default
 * @param etag present if answers are cached by their ETag
 * @param strict whether unknown and duplicate fields of answers are errors; the default for version 2
 * @param loose whether the controller requests loose answers: then even a mistyped name of the children is ignored
 * @param credentials if absent, those of a matching {@link Endpoints.EndpointConfig} are used
 */
public record Webhook(
        String url,
        Duration timeout,
        Optional<Etag> etag,
        boolean strict,
        boolean loose,
        Optional<Credentials> credentials) {

    /** The timeout of a webhook without a timeout, or with one that is not positive. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    /**
     * How long answers are cached.
     *
     * @param cacheTimeout the lifetime of an entry; if absent, entries never expire
     * @param cacheCleanup the interval at which expired entries are removed; if absent, each is removed on its next use
     */
    public record Etag(Optional<Duration> cacheTimeout, Optional<Duration> cacheCleanup) {}
}
