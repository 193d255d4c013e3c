package io.hookline.watcher.sync;

import io.hookline.apply.Child;
import io.hookline.apply.ChildChange;
import io.hookline.apply.ChildChange.Apply;
import io.hookline.apply.ChildChange.Create;
import io.hookline.apply.ChildChange.Delete;
import io.hookline.apply.ChildChange.Recreate;
import io.hookline.apply.ChildChange.Refuse;
import io.hookline.apply.ChildChange.ServerSide;
import io.hookline.apply.ChildChange.Skip;
import io.hookline.apply.ChildChange.Update;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ChildKinds;
import io.hookline.watcher.model.Fanout;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.SyncFailures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Keeps children from being deleted for an answer that cannot be applied: the child that the API server refuses may be the one that
 * replaces them. Before the first deletion of a sync, its other changes are sent as dry runs. Thread-safe.
 */
final class DeletionCheck {

    /** The maximum number of children that one error names. */
    private static final int NAMED = 10;

    /** How the API server words the refusal of an admission webhook. */
    private static final String DENIED = " denied the request";

    /** How the API server words that an applied object violates the schema. */
    private static final String NOT_TYPED = "failed to create typed patch object";

    private final ChildKinds kinds;
    private final ServerSideApplier applier;
    private final ChildReports reports;
    private final Cluster cluster;
    private final Fanout fanout;

    DeletionCheck(ChildKinds kinds, ServerSideApplier applier, ChildReports reports, Cluster cluster, Fanout fanout) {
        this.kinds = kinds;
        this.applier = applier;
        this.reports = reports;
        this.cluster = cluster;
        this.fanout = fanout;
    }

    /**
     * Returns the changes that may be made: all of them, or those that neither delete nor are refused. The failures of the others are
     * added to the sync's result. Sends nothing if nothing is to be deleted.
     *
     * @param changes those that recreate a child are certain: it was tried whether they are necessary
     * @param undecided recreations for which the trial failed, and that are not made
     * @param creations how the child of a change would be created, see {@link io.hookline.apply.ApplyPlanner#creation}
     */
    List<ChildChange> allowed(
            ParentSync sync,
            DesiredChildren wanted,
            List<ChildChange> changes,
            Collection<ChildChange> undecided,
            Function<ChildChange, ChildChange> creations)
            throws InterruptedException {
        List<Child> going = changes.stream()
                .filter(ChildChange::deletes)
                .map(ChildChange::child)
                .toList();
        if (going.isEmpty()) {
            return changes;
        }
        Set<ChildChange> refused = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        if (!wanted.holdsDeletions()) {
            List<ChildChange> tried = new ArrayList<>(undecided);
            changes.stream().filter(this::isTried).forEach(tried::add);
            SyncFailures failures = fanout.run(tried, change -> {
                try {
                    Optional<ClusterException> refusal = refusal(change, creations, going);
                    refusal.ifPresent(_ -> refused.add(change));
                    return undecided.contains(change) // its failure is known already
                            ? Optional.empty()
                            : refusal.flatMap(why -> failure(change, why));
                } catch (RuntimeException e) { // a bug; nothing may be deleted because of it
                    refused.add(change);
                    return Optional.of(reports.unexpected(sync, change, e));
                }
            });
            sync.result().childrenFailed(failures);
            if (refused.isEmpty()) {
                return changes;
            }
        }
        held(changes.stream()
                        .filter(change -> change.deletes() && !refused.contains(change))
                        .map(ChildChange::child)
                        .toList())
                .ifPresent(sync.result()::deletionsHeld);
        return changes.stream()
                .filter(change -> !change.deletes() && !(change instanceof Create && refused.contains(change)))
                .toList();
    }

    private boolean isTried(ChildChange change) {
        return switch (change) {
            case Create create -> create.declared() && !isNameTaken(create);
            case Update _, Apply _, Recreate _ -> true;
            case Refuse refuse -> kinds.hasInAnyVersion(refuse.kind());
            case Delete _, Skip _ -> false;
        };
    }

    /** Such a child is not created, but reported. */
    private boolean isNameTaken(Create create) {
        return kinds.of(create.kind())
                .flatMap(kind -> kind.subscription().store().get(create.key()))
                .isPresent();
    }

    private static Optional<SyncException> held(List<Child> children) {
        if (children.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SyncException.Refused("can't delete " + named(children)
                + ": another child of the answer cannot be applied, and nothing is deleted until it is corrected"));
    }

    /** The first children, and how many there are besides. */
    static String named(List<Child> children) {
        String more = children.size() > NAMED ? " and " + (children.size() - NAMED) + " more" : "";
        return children.stream().limit(NAMED).map(Child::toString).collect(Collectors.joining(", ")) + more;
    }

    /**
     * Why a change cannot be made. An update is only refused if the child could not be created either: otherwise it is the change
     * that is not allowed, not the desired state, and the child exists.
     */
    private Optional<ClusterException> refusal(
            ChildChange change, Function<ChildChange, ChildChange> creations, List<Child> going) {
        return switch (change) {
            case Create create -> refusal(change, going, () -> create(create));
            case Update update ->
                refusal(
                                change,
                                going,
                                () -> cluster.update(update.child().resource(), update.body(), ChildWriter.DRY_RUN))
                        .flatMap(_ -> refusalAsNew(change, creations, going));
            case Apply apply
            when !apply.recreates() ->
                refusal(change, going, () -> applier.dryRun(apply))
                        .flatMap(_ -> refusalAsNew(change, creations, going));
            case Apply _, Recreate _, Refuse _ -> refusalAsNew(change, creations, going);
            case Delete _, Skip _ -> Optional.empty();
        };
    }

    private void create(Create create) {
        if (create.applied().isPresent()) {
            applier.dryRun(create, create.applied().get());
        } else {
            cluster.create(create.child().resource(), create.body(), ChildWriter.DRY_RUN);
        }
    }

    /** The API server checks a new object before it looks whether the name is taken. */
    private Optional<ClusterException> refusalAsNew(
            ChildChange change, Function<ChildChange, ChildChange> creations, List<Child> going) {
        return switch (creations.apply(change)) {
            case Create create ->
                refusal(
                        change,
                        going,
                        () -> cluster.create(
                                create.child().resource(),
                                create.applied()
                                        .map(ServerSide::desired)
                                        .map(KubeObject::of)
                                        .orElse(create.body()),
                                by(create)));
            case ChildChange other -> Optional.of(new ClusterException.Invalid(other.reason()));
        };
    }

    private static WriteOptions by(Create create) {
        return create.applied()
                .map(applied -> new WriteOptions("", applied.by().fieldManager(), false, true))
                .orElse(ChildWriter.DRY_RUN);
    }

    /** Only what the author of the answer must correct counts. With any other failure the real request decides. */
    private static Optional<ClusterException> refusal(ChildChange change, List<Child> going, Runnable dryRun) {
        try {
            dryRun.run();
            return Optional.empty();
        } catch (ClusterException e) {
            String message = String.valueOf(e.getMessage());
            boolean counts = isOfAuthor(e, message)
                    && !message.contains("does not support dry run")
                    && !isResolvedByDeletion(message, change, going);
            return counts ? Optional.of(e) : Optional.empty();
        }
    }

    private static boolean isOfAuthor(ClusterException e, String message) {
        return switch (e) {
            case ClusterException.Invalid _, ClusterException.BadRequest _, ClusterException.TooLarge _ -> true;
            case ClusterException.Unavailable _ -> message.contains(NOT_TYPED); // it is sent with code 500
            default -> false;
        };
    }

    /**
     * Whether a child that is to be deleted is in the way of this one: it has its IP or node port, or an admission webhook names it,
     * such as one that allows a host in one Ingress only.
     */
    private static boolean isResolvedByDeletion(String message, ChildChange change, List<Child> going) {
        if (message.contains("already allocated")) {
            return true;
        }
        int denied = message.indexOf(DENIED);
        return denied >= 0
                && going.stream()
                        .map(child -> child.key().name())
                        .filter(name -> !name.equals(change.key().name()))
                        .anyMatch(name -> Pattern.compile("(?<![\\w.-])" + Pattern.quote(name) + "(?![\\w-])")
                                .matcher(message.substring(denied))
                                .find());
    }

    /** The failure of a refused change; empty for one of an existing child, which is made nevertheless and says why it fails. */
    private static Optional<SyncException> failure(ChildChange change, ClusterException why) {
        if (change instanceof Create create) {
            return Optional.of(new SyncException.RequestFailed("can't create " + create.body(), why));
        }
        return change.recreates()
                ? Optional.of(
                        new SyncException.Refused(
                                "can't recreate " + change.child() + ": " + why.getMessage()
                                        + "; it stays, since the API server would refuse the new one; correct the child that the hook returns"))
                : Optional.empty();
    }
}
