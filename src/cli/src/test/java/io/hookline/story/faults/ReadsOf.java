package io.hookline.story.faults;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A cluster that notes its lists and watches in short, and may be too old for streaming lists. */
final class ReadsOf extends ForwardingCluster {

    private final boolean old;
    private final List<String> reads = new CopyOnWriteArrayList<>();

    ReadsOf(Cluster next, boolean old) {
        super(next);
        this.old = old;
    }

    /** {@code page}, {@code stream} or {@code watch}, in their order. */
    List<String> reads() {
        return List.copyOf(reads);
    }

    @Override
    public ObjectList list(ApiResource resource, ListOptions options) {
        reads.add("page");
        return next.list(resource, options);
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        reads.add(options.sendInitialEvents() ? "stream" : "watch");
        if (old && options.sendInitialEvents()) {
            throw new ClusterException.Invalid("ListOptions is invalid: resourceVersionMatch: Forbidden:"
                    + " resourceVersionMatch is forbidden for watch");
        }
        return next.watch(resource, options);
    }
}
