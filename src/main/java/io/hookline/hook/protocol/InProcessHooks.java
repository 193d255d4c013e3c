package io.hookline.hook.protocol;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hooks that live in this process, asked without a socket but with the same bytes, limits and status codes as over HTTP.
 * Thread-safe.
 */
public interface InProcessHooks {

    /**
     * Answers {@code POST path} with this body.
     *
     * @param path such as {@code /hello/sync}
     * @param body a whole JSON request
     * @throws InterruptedException if the caller is stopped meanwhile
     */
    Response serve(String path, byte[] body) throws InterruptedException;

    /**
     * What HTTP would have answered.
     *
     * @param headers such as {@code Retry-After}
     */
    record Response(int status, Map<String, String> headers, JsonText body) {
        public Response {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        }
    }
}
