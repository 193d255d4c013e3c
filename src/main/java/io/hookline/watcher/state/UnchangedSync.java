package io.hookline.watcher.state;

import io.hookline.apply.ContentHash;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A sync that found everything as wanted: nothing was written, nothing reported, nothing is left to do. The same answers about
 * the same objects want the same, and need not even be read. Objects are the same if they are the very ones of the cache,
 * which replaces what changes.
 *
 * @param answers the hashes of the hook's answers, one for each revision of the parent
 * @param resyncAfter what the hook wanted
 */
public record UnchangedSync(
        KubeObject parent,
        List<KubeObject> children,
        boolean finalizing,
        List<ContentHash> answers,
        Optional<Duration> resyncAfter) {

    /** Whether a sync of these objects with these answers would change nothing either. */
    public boolean covers(KubeObject parent, List<KubeObject> children, boolean finalizing, List<ContentHash> answers) {
        return this.parent == parent
                && this.finalizing == finalizing
                && this.answers.equals(answers)
                && areSame(this.children, children);
    }

    private static boolean areSame(List<KubeObject> some, List<KubeObject> others) {
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
