package io.hookline.watcher.sync;

import io.hookline.cluster.ClusterException;
import io.hookline.watcher.Interposed;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A cluster that refuses to record revisions, or that is out of reach after some writes, as if the process had crashed. */
final class FailingWrites implements Interposed {

    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete");

    private boolean revisionsForbidden;
    private int left = Integer.MAX_VALUE;

    /** From now on ControllerRevisions can be neither created nor updated. */
    void forbidRevisions() {
        revisionsForbidden = true;
    }

    /** All writes fail after this number. */
    void after(int writes) {
        left = writes;
    }

    @Override
    public @Nullable Object answer(Request request) {
        if (WRITES.contains(request.verb()) && left-- <= 0) {
            throw new ClusterException.Unreachable("the process has crashed", null);
        }
        if (revisionsForbidden
                && (request.is("create controllerrevisions") || request.is("update controllerrevisions"))) {
            throw new ClusterException.Forbidden("unable to create new content: the namespace is being terminated");
        }
        return request.pass();
    }
}
