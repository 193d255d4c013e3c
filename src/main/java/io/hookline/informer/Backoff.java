package io.hookline.informer;

import java.time.Duration;

/** The delay of an informer after a failure. Not thread-safe. */
final class Backoff {

    private final InformerOptions options;
    private final Jitter jitter;
    private Duration next;

    Backoff(InformerOptions options, Jitter jitter) {
        this.options = options;
        this.jitter = jitter;
        this.next = options.firstBackoff();
    }

    /** Returns the next delay; each is longer than the last. */
    Duration next() {
        Duration max = next;
        Duration doubled = max.multipliedBy(2);
        next = doubled.compareTo(options.longestBackoff()) < 0 ? doubled : options.longestBackoff();
        return jitter.between(max.dividedBy(2), max);
    }

    void reset() {
        next = options.firstBackoff();
    }
}
