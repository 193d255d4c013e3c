package io.hookline.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id of a request, the same in its log lines and its response: that of the caller's {@code X-Request-Id}, otherwise the trace id of
 * its {@code traceparent}, otherwise a new one.
 */
final class RequestIds {

    static final String HEADER = "X-Request-Id";

    private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern TRACE_PARENT = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}");

    private RequestIds() {}

    /** @param headers finds a header of the request */
    static String of(Function<String, Optional<String>> headers, ServedHooks hooks) {
        Optional<String> id =
                headers.apply(HEADER).filter(text -> REQUEST_ID.matcher(text).matches());
        return id.or(() -> headers.apply("traceparent")
                        .map(TRACE_PARENT::matcher)
                        .filter(Matcher::matches)
                        .map(parent -> parent.group(1)))
                .orElseGet(hooks::newRequestId);
    }

    /** The headers of a response, with the id. */
    static Map<String, String> added(Map<String, String> headers, String id) {
        if (headers.isEmpty()) {
            return Map.of(HEADER, id);
        }
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(HEADER, id);
        return all;
    }
}
