package io.hookline.testing.embedded;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** A cluster whose requests fail by {@link Faults}. */
final class FaultyCluster extends ForwardingCluster {

    private static final String MESSAGE = "the test lets this request fail";

    private final Faults faults;

    FaultyCluster(Cluster next, Faults faults) {
        super(next);
        this.faults = faults;
    }

    private <T> T answer(String verb, ApiResource resource, String subresource, String namespace, Supplier<T> request) {
        String name = resource.plural() + (subresource.isEmpty() ? "" : "/" + subresource);
        Optional<Faults.Fault> fault = faults.next(verb, name, namespace);
        if (fault.isEmpty()) {
            return request.get();
        }
        boolean isWrite = !verb.equals("get") && !verb.equals("list") && !verb.equals("watch");
        throw switch (fault.get()) {
            case CONFLICT -> new ClusterException.Conflict(MESSAGE);
            case TOO_MANY_REQUESTS -> new ClusterException.TooManyRequests(MESSAGE, Duration.ofSeconds(1));
            case INTERNAL_ERROR -> new ClusterException.Unavailable(500, MESSAGE);
            case UNAVAILABLE -> new ClusterException.Unavailable(503, MESSAGE);
            case UNREACHABLE -> new ClusterException.Unreachable(MESSAGE, null);
            case TIMEOUT -> {
                if (!verb.equals("watch")) { // a watch without a reader would stay open
                    var _ = request.get();
                }
                yield isWrite
                        ? new ClusterException.OutcomeUnknown(MESSAGE, null)
                        : new ClusterException.Unreachable(MESSAGE, null);
            }
        };
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        return answer("get", resource, "", key.namespace(), () -> next.get(resource, key));
    }

    @Override
    public ObjectList list(ApiResource resource, ListOptions options) {
        return answer("list", resource, "", "", () -> next.list(resource, options));
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        return answer("watch", resource, "", "", () -> new FaultyWatch(next.watch(resource, options)));
    }

    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        return answer(
                "create",
                resource,
                options.subresource(),
                object.namespace(),
                () -> next.create(resource, object, options));
    }

    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        return answer(
                "update",
                resource,
                options.subresource(),
                object.namespace(),
                () -> next.update(resource, object, options));
    }

    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        return answer(
                "patch",
                resource,
                options.subresource(),
                key.namespace(),
                () -> next.patch(resource, key, patch, options));
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        return answer("delete", resource, "", key.namespace(), () -> next.delete(resource, key, options));
    }

    /** A watch that can be held and broken. */
    private final class FaultyWatch implements Watch, Faults.OpenWatch {

        private final Watch watch;
        private volatile boolean broken;

        FaultyWatch(Watch watch) {
            this.watch = watch;
            faults.opened(this);
        }

        @Override
        public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
            Optional<WatchEvent> event = broken ? Optional.empty() : watch.poll(wait);
            if (event.isPresent()) {
                faults.awaitRelease(this);
            }
            if (broken) {
                throw new ClusterException.Unreachable("the test broke the watch", null);
            }
            return event;
        }

        /** Closing the watch ends a poll that waits. */
        @Override
        public void breakOff() {
            broken = true;
            watch.close();
        }

        @Override
        public void close() {
            faults.closed(this);
            watch.close();
        }
    }
}
