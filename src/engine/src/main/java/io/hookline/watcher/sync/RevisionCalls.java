package io.hookline.watcher.sync;

import io.hookline.apply.ContentHash;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.watcher.model.Fanout;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.SyncFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Calls the sync or finalize hook once for each revision of a parent, in parallel. Thread-safe.
 *
 * @param fanout for the calls of several revisions
 */
record RevisionCalls(ControllerHooks hooks, Fanout fanout) {

    /** The replies for all revisions. */
    sealed interface Replies {
        /** The answers, latest revision first. */
        record All(List<Body> bodies) implements Replies {}

        /** The hook answered 429 for a revision: it must be called again later. */
        record Later(HookReply.Later reply) implements Replies {}
    }

    /**
     * The answer for one revision as received.
     *
     * @param hash of the text
     * @param version of the hook; empty if it is not known
     */
    record Body(ParentRevision revision, JsonText text, ContentHash hash, String version) {
        Body(ParentRevision revision, JsonText text, String version) {
            this(revision, text, ContentHash.of(text::writeTo), version);
        }

        /** The answer is not used any more. */
        void release() {
            text.release();
        }
    }

    /**
     * Calls the hook.
     *
     * @param revisions latest first
     * @param related the related objects of each revision
     * @throws SyncException if a call failed
     */
    Replies call(List<ParentRevision> revisions, ObjectGroups observed, List<ObjectGroups> related, boolean finalizes)
            throws InterruptedException {
        List<HookReply> replies = revisions.size() == 1
                ? List.of(hooks.call(revisions.getFirst(), observed, related.getFirst(), finalizes))
                : callAll(revisions, observed, related, finalizes);
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < replies.size(); i++) {
            switch (replies.get(i)) {
                case HookReply.Answered(JsonText text, String version) ->
                    bodies.add(new Body(revisions.get(i), text, version));
                case HookReply.Later later -> {
                    replies.forEach(RevisionCalls::release);
                    return new Replies.Later(later);
                }
            }
        }
        return new Replies.All(bodies);
    }

    private List<HookReply> callAll(
            List<ParentRevision> revisions, ObjectGroups observed, List<ObjectGroups> related, boolean finalizes)
            throws InterruptedException {
        AtomicReferenceArray<HookReply> replies = new AtomicReferenceArray<>(revisions.size());
        List<Integer> indexes = IntStream.range(0, revisions.size()).boxed().toList();
        boolean complete = false;
        try {
            SyncFailures failures =
                    fanout.run(indexes, i -> callOne(revisions, i, observed, related, finalizes, replies));
            if (!failures.isEmpty()) {
                throw failures.joined();
            }
            complete = true;
            return indexes.stream().map(replies::get).toList();
        } finally {
            if (!complete) { // also after an interrupt: all calls have ended
                indexes.forEach(i -> release(replies.get(i)));
            }
        }
    }

    private Optional<SyncException> callOne(
            List<ParentRevision> revisions,
            int i,
            ObjectGroups observed,
            List<ObjectGroups> related,
            boolean finalizes,
            AtomicReferenceArray<HookReply> replies) {
        ParentRevision revision = revisions.get(i);
        try {
            replies.set(i, hooks.call(revision, observed, related.get(i), finalizes));
            return Optional.empty();
        } catch (SyncException e) {
            return Optional.of(i == 0 ? e : ofEarlier(revision, e));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the caller is interrupted too, and ends the sync
            return Optional.of(new SyncException.Refused("interrupted"));
        }
    }

    private static void release(@Nullable HookReply reply) {
        if (reply instanceof HookReply.Answered(JsonText text, var _)) {
            text.release();
        }
    }

    /**
     * Decodes the answers.
     *
     * @throws SyncException if one is not valid
     */
    RevisionAnswers read(List<Body> bodies, boolean finalizes) {
        List<RevisionAnswers.RevisionAnswer> answers = new ArrayList<>();
        for (Body body : bodies) {
            try {
                answers.add(new RevisionAnswers.RevisionAnswer(
                        body.revision(), hooks.read(body.text(), body.revision().parent(), finalizes)));
            } catch (SyncException e) {
                throw answers.isEmpty() ? e : ofEarlier(body.revision(), e);
            }
        }
        return new RevisionAnswers(answers);
    }

    private static SyncException ofEarlier(ParentRevision revision, SyncException e) {
        return new SyncException.Within("ControllerRevision " + revision.name(), e);
    }
}
