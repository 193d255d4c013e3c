package io.hookline.watcher.sync;

import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.watcher.model.ParentRevision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The answers of the hook for all revisions of a parent.
 *
 * @param all latest first; never empty
 */
record RevisionAnswers(List<RevisionAnswer> all) {
    RevisionAnswers {
        all = List.copyOf(all);
    }

    /** The answer for the latest revision. */
    SyncAnswer latest() {
        return all.getFirst().answer();
    }

    /** The answers for earlier revisions. */
    List<SyncAnswer> earlier() {
        return all.stream().skip(1).map(RevisionAnswer::answer).toList();
    }

    /** The revisions, latest first. */
    List<ParentRevision> revisions() {
        return all.stream().map(RevisionAnswer::revision).toList();
    }

    /** Whether the cleanup is complete in every revision. */
    boolean finalized() {
        return all.stream().allMatch(each -> each.answer().finalized());
    }

    /** The shortest time until the next sync that an answer requests. */
    Optional<Duration> resyncAfter() {
        return all.stream()
                .flatMap(each -> each.answer().resyncAfter().stream())
                .min(Duration::compareTo);
    }

    /** The answer of the hook for one revision of the parent. */
    record RevisionAnswer(ParentRevision revision, SyncAnswer answer) {}
}
