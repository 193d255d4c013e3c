package io.hookline.local.http;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts requests by verb, resource and client. Thread-safe. */
final class RequestCounter {

    private final Map<Key, LongAdder> counts = new ConcurrentHashMap<>();

    private record Key(String verb, String resource, String userAgent) {}

    void add(String verb, String resource, String userAgent) {
        counts.computeIfAbsent(new Key(verb, resource, userAgent), _ -> new LongAdder())
                .increment();
    }

    /** The counts so far, ordered by resource, verb and client. */
    List<RequestCount> counts() {
        return counts.entrySet().stream()
                .map(e -> new RequestCount(
                        e.getKey().verb(),
                        e.getKey().resource(),
                        e.getKey().userAgent(),
                        e.getValue().sum()))
                .sorted(Comparator.comparing(RequestCount::resource)
                        .thenComparing(RequestCount::verb)
                        .thenComparing(RequestCount::userAgent))
                .toList();
    }
}
