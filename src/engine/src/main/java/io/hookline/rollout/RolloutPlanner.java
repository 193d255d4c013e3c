package io.hookline.rollout;

import io.hookline.apply.Child;
import io.hookline.apply.ChildComparison;
import io.hookline.apply.ChildId;
import io.hookline.apply.Children;
import io.hookline.apply.UpdateStrategies;
import io.hookline.rollout.Progress.Step;
import io.hookline.spec.ChildRule.UpdateStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Plans the next step of a parent's rolling update: (observed children, revisions, desired children, status checks) to
 * (revision of each child, progress). For one use.
 *
 * <p>One child at a time is moved to the latest revision, or as many as {@code maxUnavailable} allows, in the order of
 * the hook's answer. Before that all children that have the latest revision must be available. A child that is not
 * available anyway is moved before the others: so a rolling update that repairs a broken revision is not held up by it,
 * and never makes another child unavailable meanwhile.
 */
public final class RolloutPlanner {

    private final UpdateStrategies strategies;
    private final RolloutStatus status;
    private final Availability availability;
    private final Children observed;

    /**
     * Prepares a plan.
     *
     * @param observed the existing children of the parent
     * @param comparison finds children that need no write
     */
    public RolloutPlanner(RolloutStatus status, Children observed, ChildComparison comparison) {
        this.strategies = comparison.strategies();
        this.status = status;
        this.observed = observed;
        this.availability = new Availability(observed, comparison);
    }

    /** A child that is updated by rolling, with the strategy of its kind. */
    private record Rolling(Child child, UpdateStrategy strategy) {

        boolean isOfSameKind(Rolling other) {
            return child.kind().sameKind(other.child.kind());
        }
    }

    /** A child of the latest revision that is not available. */
    private record Blocker(Rolling rolling, Problem problem) {

        Progress.Unavailable unavailable() {
            return new Progress.Unavailable(rolling.child(), problem);
        }
    }

    /**
     * Plans the next step.
     *
     * @param wanted the children that the hook returned for the latest revision, in its order
     * @param revisions latest first
     */
    public RolloutPlan plan(List<Child> wanted, List<RevisionState> revisions) {
        List<Rolling> rolling = rolling(wanted);
        ChildOwners owners =
                new ChildOwners(rolling.stream().map(Rolling::child).toList(), revisions);
        for (Rolling each : rolling) {
            if (needsNoUpdate(each.child(), owners)) {
                owners.moveToLatest(each.child());
            } else if (mustBeHeld(each.child(), owners)) {
                owners.hold(each.child());
            }
        }
        boolean complete = rolling.size() == status.complete().orElse(-1)
                && rolling.stream().allMatch(each -> owners.isLatest(each.child()));
        List<Blocker> blockers = complete ? List.of() : blockers(rolling, owners);
        Step step = nextStep(rolling, owners, blockers);
        if (step instanceof Step.Updating(List<Child> moved)) {
            moved.forEach(owners::moveToLatest);
        }
        return place(wanted, owners, progress(rolling, owners, step, blockers));
    }

    private List<Rolling> rolling(List<Child> wanted) {
        List<Rolling> rolling = new ArrayList<>();
        for (Child child : wanted) {
            strategies
                    .of(child.kind())
                    .filter(strategy -> strategy.method().isRolling())
                    .ifPresent(strategy -> rolling.add(new Rolling(child, strategy)));
        }
        return rolling;
    }

    /**
     * Whether a child gets the latest revision without being updated: it is up to date, or it exists in neither the
     * cluster nor its revision.
     */
    private boolean needsNoUpdate(Child latest, ChildOwners owners) {
        if (owners.isLatest(latest)) {
            return false; // it has the latest revision
        }
        boolean exists = observed.find(ChildId.of(latest)).isPresent();
        return exists ? availability.isUpdated(latest) : owners.version(latest).isEmpty();
    }

    private boolean mustBeHeld(Child latest, ChildOwners owners) {
        ChildId id = ChildId.of(latest);
        if (owners.isLatest(latest) || observed.find(id).isEmpty()) {
            return false;
        }
        return status.held()
                .map(held -> held.contains(id))
                .orElseGet(() -> owners.version(latest)
                        .filter(version -> !availability.isWrittenAs(version))
                        .isPresent());
    }

    private Step nextStep(List<Rolling> rolling, ChildOwners owners, List<Blocker> blockers) {
        List<Rolling> behind = candidates(rolling, owners);
        if (behind.isEmpty()) {
            return new Step.Complete();
        }
        List<Rolling> candidates = behind.stream()
                .filter(each -> !status.paused() && !each.strategy().paused())
                .toList();
        if (candidates.isEmpty()) {
            return new Step.Paused();
        }
        Rolling next = candidates.getFirst();
        int free = limit(next, rolling) - blockers.size();
        boolean othersBlock =
                blockers.stream().anyMatch(blocker -> !blocker.rolling().isOfSameKind(next));
        if (free <= 0 || othersBlock) {
            return new Step.Waiting(blockers.getFirst().unavailable());
        }
        return new Step.Updating(candidates.stream()
                .takeWhile(next::isOfSameKind)
                .limit(free)
                .map(Rolling::child)
                .toList());
    }

    /**
     * The children of earlier revisions in the order in which they are moved: those that are not available anyway,
     * those that an interrupted sync has moved but not written, and then the others; each group in the order of the
     * hook.
     */
    private List<Rolling> candidates(List<Rolling> rolling, ChildOwners owners) {
        List<Rolling> unavailable = new ArrayList<>();
        List<Rolling> unwritten = new ArrayList<>();
        List<Rolling> others = new ArrayList<>();
        for (Rolling each : rolling) {
            if (owners.isLatest(each.child())) {
                continue;
            }
            Optional<Child> own = owners.version(each.child());
            if (availability.problem(each.child(), each.strategy()).isPresent()) {
                unavailable.add(each);
            } else if (own.filter(version -> !availability.isUpdated(version)).isPresent()) {
                unwritten.add(each);
            } else {
                others.add(each);
            }
        }
        return Stream.of(unavailable, unwritten, others).flatMap(List::stream).toList();
    }

    private List<Blocker> blockers(List<Rolling> rolling, ChildOwners owners) {
        List<Blocker> blockers = new ArrayList<>();
        for (Rolling each : rolling) {
            if (owners.isLatest(each.child())) {
                availability
                        .problemOfUpdated(each.child(), each.strategy())
                        .ifPresent(problem -> blockers.add(new Blocker(each, problem)));
            }
        }
        return blockers;
    }

    private static int limit(Rolling of, List<Rolling> rolling) {
        long children = rolling.stream().filter(of::isOfSameKind).count();
        return of.strategy().maxUnavailable().of((int) children);
    }

    /** Gives each child the version of its revision. */
    private static RolloutPlan place(List<Child> wanted, ChildOwners owners, Progress progress) {
        List<Child> children = new ArrayList<>();
        Set<ChildId> kept = new HashSet<>();
        for (Child latest : wanted) {
            owners.version(latest).ifPresentOrElse(children::add, () -> kept.add(ChildId.of(latest)));
        }
        return new RolloutPlan(owners.claims(), children, owners.held(), kept, progress);
    }

    private Progress progress(List<Rolling> rolling, ChildOwners owners, Step step, List<Blocker> blockers) {
        int updated = step instanceof Step.Complete && blockers.isEmpty()
                ? rolling.size()
                : (int) rolling.stream()
                        .filter(each -> owners.isLatest(each.child()) && availability.isUpdated(each.child()))
                        .count();
        Optional<Duration> deadline = rolling.stream()
                .filter(each -> !owners.isLatest(each.child()))
                .findFirst()
                .or(() -> blockers.stream().map(Blocker::rolling).findFirst())
                .flatMap(each -> each.strategy().progressDeadline());
        return new Progress(
                updated,
                rolling.size(),
                step,
                blockers.stream().map(Blocker::unavailable).findFirst(),
                deadline);
    }

    /** Which revision each child belongs to. */
    static final class ChildOwners {

        private static final int LATEST = 0;
        private static final int UNKNOWN = -1;

        private final List<RevisionState> revisions;

        /** By position in the list of revisions. */
        private final Map<ChildId, Integer> owners = new LinkedHashMap<>();

        private final Set<ChildId> held = new HashSet<>();

        /**
         * Assigns children by the recorded claims. If several revisions claim a child, the later one has it, as after
         * an update that was interrupted between two writes. If none does, the revision is not known: the child is new,
         * or its record is lost.
         *
         * @param children the desired children of the latest revision; claims of others are dropped
         * @param revisions latest first
         */
        ChildOwners(List<Child> children, List<RevisionState> revisions) {
            this.revisions = revisions;
            for (Child child : children) {
                ChildId id = ChildId.of(child);
                owners.put(id, UNKNOWN);
                for (int i = 0; i < revisions.size(); i++) {
                    if (revisions.get(i).claims().contains(id)) {
                        owners.put(id, i);
                        break;
                    }
                }
            }
        }

        /** Whether a child has the latest revision; always true for children that are not updated by rolling. */
        boolean isLatest(Child child) {
            return owners.getOrDefault(ChildId.of(child), LATEST) == LATEST;
        }

        /**
         * The child as its revision has it; empty if that does not have it or is not known, or if the child is held.
         */
        Optional<Child> version(Child latest) {
            ChildId id = ChildId.of(latest);
            if (held.contains(id)) {
                return Optional.empty();
            }
            int owner = owners.getOrDefault(id, LATEST);
            return switch (owner) {
                case LATEST -> Optional.of(latest);
                case UNKNOWN -> Optional.empty();
                default -> revisions.get(owner).desired().find(id);
            };
        }

        void moveToLatest(Child child) {
            owners.put(ChildId.of(child), LATEST);
            held.remove(ChildId.of(child));
        }

        /** Leaves a child as it is until it is moved. */
        void hold(Child child) {
            held.add(ChildId.of(child));
        }

        /** The children that are left as they are. */
        Set<ChildId> held() {
            return held;
        }

        /** The children of each revision, in the order of the revisions. */
        List<Set<ChildId>> claims() {
            List<Set<ChildId>> claims = new ArrayList<>();
            revisions.forEach(_ -> claims.add(new HashSet<>()));
            owners.forEach((child, revision) -> {
                if (revision != UNKNOWN) {
                    claims.get(revision).add(child);
                }
            });
            return claims;
        }
    }
}
