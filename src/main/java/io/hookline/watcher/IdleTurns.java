package io.hookline.watcher;

import io.hookline.apply.ContentHash;
import io.hookline.hook.SyncAnswer;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Syncs that found all as wanted: the same answer about the same objects wants the same, and need not even be read. Objects
 * are the same if they are the very ones of the cache, which replaces what changes. Thread-safe.
 */
final class IdleTurns {

    /** A turn that found nothing to do. */
    record Idle(
            KubeObject parent,
            List<KubeObject> children,
            boolean finalizes,
            ContentHash answer,
            Optional<Duration> resyncAfter) {

        boolean isOf(Question question, ContentHash said) {
            return parent == question.parent()
                    && finalizes == question.finalizes()
                    && answer.equals(said)
                    && areSame(children, question.observed().all());
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

    private final Map<String, Idle> byParentUid = new ConcurrentHashMap<>();

    /** The last turn of this parent, if it was the same and found nothing to do. */
    Optional<Idle> find(Question question, ContentHash said) {
        return Optional.ofNullable(byParentUid.get(question.parent().uid())).filter(idle -> idle.isOf(question, said));
    }

    /** Remembers a turn that found nothing to do. */
    void remember(Question question, ContentHash said, SyncAnswer answer) {
        byParentUid.put(
                question.parent().uid(),
                new Idle(
                        question.parent(),
                        question.observed().all(),
                        question.finalizes(),
                        said,
                        answer.resyncAfter()));
    }

    /** Forgets a parent that is gone, or whose last turn had something to do. */
    void forget(KubeObject parent) {
        byParentUid.remove(parent.uid());
    }
}
