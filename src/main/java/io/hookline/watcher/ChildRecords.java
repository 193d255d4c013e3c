package io.hookline.watcher;

import io.hookline.apply.ChildChange;
import io.hookline.apply.Children;
import io.hookline.apply.ContentHash;
import io.hookline.apply.SettledChildren;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is known of a controller's children: what the caches show, and what came of our own writes. Thread-safe. */
final class ChildRecords {

    private final Map<GroupVersionKind, ChildKind> kinds;
    private final SettledMemo settled;
    private final OwnWrites ownWrites;

    ChildRecords(List<ChildKind> kinds, SettledMemo settled, OwnWrites ownWrites) {
        this.kinds =
                kinds.stream().collect(Collectors.toMap(kind -> kind.resource().gvk(), kind -> kind, (a, _) -> a));
        this.settled = settled;
        this.ownWrites = ownWrites;
    }

    /** The declared kind of a child; empty if it is not declared. */
    Optional<ChildKind> kind(GroupVersionKind kind) {
        return Optional.ofNullable(kinds.get(kind));
    }

    /** The declared kind of an observed child, which always has one. */
    ChildKind kindOf(KubeObject child) {
        return kind(child.gvk()).orElseThrow(() -> new SyncException(child + " is of a kind that is not declared"));
    }

    /** What the cache has under the name of a child that is about to be created. */
    Optional<KubeObject> cached(ChildChange.Create create) {
        return kind(create.kind()).flatMap(kind -> kind.subscription().store().get(create.key()));
    }

    /** What is settled of one parent's children. */
    SettledChildren settledOf(KubeObject parent) {
        return new SettledChildren() {
            @Override
            public boolean isSettled(KubeObject observed, ContentHash desired) {
                return settled.isSettled(parent, observed, desired);
            }

            @Override
            public boolean isServersDoing(KubeObject observed, ContentHash desired, ContentHash residue) {
                return settled.isServersDoing(parent, observed, desired, residue);
            }
        };
    }

    /** What a parent has and wants now; what is known of other children is of no use any more. */
    void keepOnly(KubeObject parent, Children observed, Children desired) {
        settled.keepOnly(parent, observed, desired);
    }

    /** A plan found nothing to do; nothing will be done until the child or the wish changes. */
    void skipped(Turn turn, ChildChange.Skip skip) {
        if (skip.cause() != ChildChange.Skip.Cause.BEING_DELETED) {
            settled.settle(turn.parent(), skip.observed(), skip.desired());
        }
    }

    /** What the server made of a write is as good as it gets for these bytes, also where it dropped or normalised. */
    void wrote(Turn turn, KubeObject now, GroupVersionKind wanted, ContentHash desired) {
        kind(wanted).ifPresent(kind -> {
            settled.settle(turn.parent(), now, desired);
            ownWrites.wrote(turn.key(), kind.subscription().store(), now);
        });
    }

    /** The server was asked for these very bytes and keeps the child as it is: it must not be asked again and again. */
    void serverKeeps(Turn turn, KubeObject child, ChildChange.Residue residue) {
        settled.serverKeeps(turn.parent(), child, residue);
    }

    /** A child was deleted. */
    void deleted(Turn turn, KubeObject child) {
        settled.forget(turn.parent(), child);
        ownWrites.deleted(turn.key(), kindOf(child).subscription().store(), child);
    }
}
