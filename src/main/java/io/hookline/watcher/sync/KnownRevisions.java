package io.hookline.watcher.sync;

import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentRevision;
import java.util.List;

/**
 * The revisions of a parent, with the objects that they were read from. Objects are compared by identity: the cache replaces
 * an object that changes.
 *
 * @param parent as cached
 * @param recorded its ControllerRevisions as cached
 * @param revisions latest first
 */
record KnownRevisions(KubeObject parent, List<KubeObject> recorded, List<ParentRevision> revisions) {

    /** Whether the revisions of these objects are the same. */
    boolean isOf(KubeObject parent, List<KubeObject> recorded) {
        return this.parent == parent && UnchangedSync.areSame(this.recorded, recorded);
    }
}
