package io.hookline.informer;

import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import io.hookline.testing.UnaskedCluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An empty cluster that records its calls. */
final class OrderNotingCluster extends UnaskedCluster {

    private final List<String> calls;

    OrderNotingCluster(List<String> calls) {
        this.calls = calls;
    }

    static ApiResource resource(String plural) {
        return new ApiResource("e.com/v1", plural, plural, plural, true, List.of(), List.of(), Set.of(), Set.of());
    }

    @Override
    public ObjectList list(ApiResource resource, ListOptions options) {
        calls.add("list " + resource.plural());
        return new ObjectList(List.of(), "1", "");
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        calls.add("watch " + resource.plural());
        return new Watch() {
            @Override
            public Optional<WatchEvent> poll(Duration patience) {
                return Optional.empty();
            }

            @Override
            public void close() {
                calls.add("close " + resource.plural());
            }
        };
    }
}
