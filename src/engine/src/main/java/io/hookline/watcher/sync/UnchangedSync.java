package io.hookline.watcher.sync;

import io.hookline.apply.ContentHash;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A sync that found everything up to date: it wrote nothing and reported nothing. If parent, objects and answers are the same in
 * the next sync, the answers need not be read. Objects are compared by identity: the cache replaces an object that changes.
 *
 * @param objects the children, and the ControllerRevisions of the parent
 * @param answers the hashes of the hook's answers, one for each revision of the parent
 * @param resyncAfter {@code resyncAfterSeconds} of the answer
 */
record UnchangedSync(
        KubeObject parent,
        List<KubeObject> objects,
        boolean finalizing,
        List<ContentHash> answers,
        Optional<Duration> resyncAfter) {

    /** Whether a sync of the same objects with the same answers would change nothing either. */
    boolean covers(KubeObject parent, List<KubeObject> objects, boolean finalizing, List<ContentHash> answers) {
        return this.parent == parent
                && this.finalizing == finalizing
                && this.answers.equals(answers)
                && areSame(this.objects, objects);
    }

    static boolean areSame(List<KubeObject> some, List<KubeObject> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (some.get(i) != others.get(i)) {
                return false;
            }
        }
        return true;
    }
}
