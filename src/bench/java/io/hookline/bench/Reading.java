package io.hookline.bench;

import java.util.Map;
import java.util.TreeMap;

/** The values of all counters at one moment. */
record Reading(long nanos, Usage usage, CountingHook.Count hook, Map<String, Long> requests) {

    /** The number of requests since an earlier reading. */
    Map<String, Long> requestsSince(Reading before) {
        Map<String, Long> more = new TreeMap<>();
        requests.forEach((what, count) -> {
            long since = count - before.requests.getOrDefault(what, 0L);
            if (since != 0) {
                more.put(what, since);
            }
        });
        return more;
    }
}
