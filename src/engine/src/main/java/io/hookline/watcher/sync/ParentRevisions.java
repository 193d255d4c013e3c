package io.hookline.watcher.sync;

import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.SyncException;
import java.util.List;

/** Finds the revisions of a parent for which its hook is called. */
@FunctionalInterface
interface ParentRevisions {

    /** For controllers without rolling updates: a parent has only the revision that it is in. */
    ParentRevisions NONE = (_, parent, _) -> List.of(ParentRevision.only(parent));

    /**
     * The revisions of a parent, latest first; never empty.
     *
     * @throws SyncException if they cannot be read
     */
    List<ParentRevision> of(ParentKind kind, KubeObject parent, ParentMemory memory);
}
