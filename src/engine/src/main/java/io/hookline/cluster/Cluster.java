package io.hookline.cluster;

import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Optional;

/**
 * Everything that is read from or written to an API server passes through this interface.
 *
 * <p>It is small enough to be wrapped: counting, recording and gating are decorators. Calls block; they are meant for
 * virtual threads. An interrupt ends a call with {@link ClusterException.Unreachable}, or with {@link
 * ClusterException.OutcomeUnknown} once a write was sent. All failures are {@link ClusterException}s. Implementations
 * are thread-safe and never retry by themselves, except where a method documents it.
 */
public interface Cluster {

    /**
     * Requests the list of served resources from the server, without a cache. Groups that fail are left out and named.
     */
    Discovery discover();

    /**
     * Requests the resources of one group version, such as {@code apps/v1}, without a cache; empty if it is not served.
     * The result may name the group version as failed.
     */
    default Discovery discover(String apiVersion) {
        return discover().of(apiVersion);
    }

    /** Returns one object; throws {@link ClusterException.NotFound} if it does not exist. */
    KubeObject get(ApiResource resource, ObjectKey key);

    /** Returns one page of a list. */
    ObjectList list(ApiResource resource, ListOptions options);

    /** Opens a stream of changes; the caller polls and closes it. */
    Watch watch(ApiResource resource, WatchOptions options);

    /**
     * Creates an object in its own namespace; throws {@link ClusterException.AlreadyExists} if the name exists already.
     */
    KubeObject create(ApiResource resource, KubeObject object, WriteOptions options);

    /** Replaces an object; throws {@link ClusterException.Conflict} if its resourceVersion is not the current one. */
    KubeObject update(ApiResource resource, KubeObject object, WriteOptions options);

    /** Changes an object by a patch. An apply patch creates the object if it does not exist. */
    KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options);

    /**
     * Requests the deletion of an object.
     *
     * @return the object while finalizers still hold it; empty when it is deleted
     */
    Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options);
}
