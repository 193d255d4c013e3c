package io.hookline.hook.protocol;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Hooks of this process, called without a socket. Thread-safe.
 *
 * <p>Bytes, limits and status codes are the same as over HTTP.
 */
public interface InProcessHooks {

    /** The header of a response to a call that was abandoned because its hook was reloaded. */
    String RELOADED = "Hookline-Reloaded";

    /**
     * Answers {@code POST path} with this body.
     *
     * @param path such as {@code /hello/sync}
     * @param body a whole JSON request
     * @throws InterruptedException if the calling thread is interrupted
     */
    Response serve(String path, byte[] body) throws InterruptedException;

    /**
     * Answers {@code POST path} with this body at a certain time.
     *
     * @param now the time for the hook, see {@link HookTime}; empty for its own clock
     */
    default Response serve(String path, byte[] body, Optional<Instant> now) throws InterruptedException {
        return serve(path, body);
    }

    /**
     * The version of the hook that answers at a path, see {@link SourceVersion}; empty if it is not known.
     *
     * @param path such as {@code /hello/sync}
     */
    default Optional<String> version(String path) {
        return Optional.empty();
    }

    /**
     * The response that the hook server would send over HTTP.
     *
     * @param headers such as {@code Retry-After}
     * @param detail of a failure, for logs of this process only: see {@link HookException#detail}
     */
    record Response(int status, Map<String, String> headers, JsonText body, Optional<String> detail) {

        /** A response without details. */
        public Response(int status, Map<String, String> headers, JsonText body) {
            this(status, headers, body, Optional.empty());
        }

        public Response {
            headers = headers.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }

        /** The same response with one more header. */
        public Response with(String header, String value) {
            Map<String, String> all = new LinkedHashMap<>(headers);
            all.put(header, value);
            return new Response(status, all, body, detail);
        }
    }
}
