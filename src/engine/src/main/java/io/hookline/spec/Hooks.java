package io.hookline.spec;

import io.hookline.spec.Credentials.EndpointConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** The hooks of a controller. */
public record Hooks(Optional<Hook> sync, Optional<Hook> finalizing, Optional<Hook> customize) {

    /** The webhooks of all hooks that have one. */
    public Stream<Webhook> webhooks() {
        return Stream.of(sync, finalizing, customize).flatMap(hook -> hook.flatMap(Hook::webhook).stream());
    }

    /**
     * One hook.
     *
     * @param version 1 or 2: how the objects of a request are keyed, and which related objects are selected by default
     * @param webhook absent if the controller declares the hook without a webhook; it is then never called
     */
    public record Hook(int version, Optional<Webhook> webhook) {}

    /**
     * The URL of a hook, and the settings of its calls.
     *
     * @param url the complete URL; for a service it is {@code protocol://name.namespace:port/path}
     * @param timeout the timeout of the whole call, 10 s by default
     * @param etag present if answers are cached by their ETag
     * @param strict whether unknown and duplicate fields of answers are errors; the default for version 2
     * @param loose whether the controller requests loose answers: then even a mistyped name of the children is ignored
     * @param credentials if absent, those of a matching {@link EndpointConfig} are used
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
         * @param cacheCleanup the interval at which expired entries are removed; if absent, each is removed on its next
         *     use
         */
        public record Etag(Optional<Duration> cacheTimeout, Optional<Duration> cacheCleanup) {}
    }
}
