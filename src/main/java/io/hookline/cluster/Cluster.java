package io.hookline.cluster;

import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Optional;

/**
 * The door to Kubernetes: everything that is read from or written to an API server goes through here.
 *
 * <p>Small enough to be wrapped: counting, recording and gating are decorators. Calls block; they are made for virtual
 * threads, and an interrupt ends them with {@link ClusterException.Unreachable}, or with {@link
 * ClusterException.OutcomeUnknown} once a write was sent. Failures are {@link ClusterException}s.
 * Implementations are thread-safe and never retry by themselves, except where a method says so.
 */
public interface Cluster {

    /** What the server serves now, asked afresh. Groups that fail are left out and named. */
    Discovery discover();

    /** One object by key; {@link ClusterException.NotFound} if there is none. */
    KubeObject get(ApiResource resource, ObjectKey key);

    /** One page of a list. */
    ObjectList list(ApiResource resource, ListOptions options);

    /** Opens a stream of changes; the caller polls and closes it. */
    Watch watch(ApiResource resource, WatchOptions options);

    /** Creates an object in its own namespace; {@link ClusterException.AlreadyExists} if its name is taken. */
    KubeObject create(ApiResource resource, KubeObject object, WriteOptions options);

    /**
     * Replaces an object; {@link ClusterException.Conflict} if it carries a resourceVersion that is not the current one.
     */
    KubeObject update(ApiResource resource, KubeObject object, WriteOptions options);

    /** Changes an object by a patch. An apply patch creates it if it is not there. */
    KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options);

    /**
     * Asks for an object's deletion.
     *
     * @return the object while finalizers still hold it, empty when it is gone
     */
    Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options);
}
