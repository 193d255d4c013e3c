package io.hookline.queue;

import static io.hookline.queue.Priority.CHANGE;

import java.util.ArrayList;
import java.util.List;

/** A queue in a time that stands still, and a worker that is done with each key at once. */
final class HandDrivenQueue {

    final ManualClock clock = new ManualClock();
    final WorkQueue<String> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));

    /** Adds keys as changed. */
    void add(String... keys) {
        for (String key : keys) {
            queue.add(key, CHANGE, "changed");
        }
    }

    /** Takes all keys that are there and is done with each at once. */
    List<String> drain() {
        List<String> keys = new ArrayList<>();
        for (var taken = queue.poll(); taken.isPresent(); taken = queue.poll()) {
            keys.add(taken.get().key());
            queue.done(taken.get().key());
        }
        return keys;
    }
}
