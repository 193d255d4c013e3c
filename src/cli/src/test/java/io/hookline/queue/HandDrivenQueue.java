package io.hookline.queue;

import static io.hookline.queue.Priority.CHANGE;

import java.util.ArrayList;
import java.util.List;

/** A queue with a clock that stands still, and a worker that finishes each key immediately. */
final class HandDrivenQueue {

    final ManualClock clock = new ManualClock();
    final WorkQueue<String> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));

    /** Adds keys as changed. */
    void add(String... keys) {
        for (String key : keys) {
            queue.add(key, CHANGE, "changed");
        }
    }

    /** Takes all ready keys and finishes each immediately. */
    List<String> drain() {
        List<String> keys = new ArrayList<>();
        for (var taken = queue.poll(); taken.isPresent(); taken = queue.poll()) {
            keys.add(taken.get().key());
            queue.done(taken.get().key());
        }
        return keys;
    }
}
