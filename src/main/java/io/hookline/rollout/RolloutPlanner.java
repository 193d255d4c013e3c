package io.hookline.rollout;

import io.hookline.apply.Child;
import io.hookline.apply.ChildComparison;
import io.hookline.apply.ChildId;
import io.hookline.apply.Children;
import io.hookline.apply.UpdateStrategies;
import io.hookline.rollout.Progress.Step;
import io.hookline.spec.UpdateStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Plans the next step of a parent's rolling update: (observed children, revisions, desired children, status checks) to
 * (revision of each child, progress). For one use.
 *
 * <p>One child at a time is moved to the latest revision, or as many as {@code maxUnavailable} allows, in the order of the
 * hook's answer. Before that all children that have the latest revision must be available. A child that is not available
 * anyway is moved before the others: so a rolling update that repairs a broken revision is not held up by it, and never makes
 * another child unavailable meanwhile.
 */
public final class RolloutPlanner {

    private final UpdateStrategies strategies;
    private final boolean paused;
    private final Availability availability;
    private final Children observed;

    /**
     * Prepares a plan.
     *
     * @param paused whether the parent pauses its rolling update
     * @param observed the existing children of the parent
     * @param comparison finds children that need no write
     */
    public RolloutPlanner(boolean paused, Children observed, ChildComparison comparison) {
        this.strategies = comparison.strategies();
        this.paused = paused;
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
    private record Blocker(Rolling rolling, Problem problem) {}

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
        rolling.stream()
                .map(Rolling::child)
                .filter(child -> !owners.isLatest(child))
                .filter(child -> needsNoUpdate(child, revisions.get(owners.of(child))))
                .forEach(owners::moveToLatest);
        Step step = nextStep(rolling, owners);
        if (step instanceof Step.Updating(List<Child> moved)) {
            moved.forEach(owners::moveToLatest);
        }
        return place(wanted, rolling, owners, revisions, step);
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
     * Whether a child of an earlier revision gets the latest one without being updated: it is up to date, or it exists in
     * neither the cluster nor the earlier revision.
     */
    private boolean needsNoUpdate(Child latest, RevisionState earlier) {
        boolean exists = observed.find(ChildId.of(latest)).isPresent();
        return exists
                ? availability.isUpdated(latest)
                : earlier.desired().find(ChildId.of(latest)).isEmpty();
    }

    private Step nextStep(List<Rolling> rolling, ChildOwners owners) {
        List<Rolling> candidates = candidates(rolling, owners);
        if (candidates.isEmpty()) {
            return new Step.Complete();
        }
        Rolling next = candidates.getFirst();
        if (paused || next.strategy().paused()) {
            return new Step.Paused();
        }
        List<Blocker> blockers = blockers(rolling, owners);
        int free = limit(next, rolling) - blockers.size();
        boolean othersBlock =
                blockers.stream().anyMatch(blocker -> !blocker.rolling().isOfSameKind(next));
        if (free <= 0 || othersBlock) {
            Blocker first = blockers.getFirst();
            return new Step.Waiting(first.rolling().child(), first.problem());
        }
        return new Step.Updating(candidates.stream()
                .takeWhile(next::isOfSameKind)
                .limit(free)
                .map(Rolling::child)
                .toList());
    }

    /** The children of earlier revisions in the order in which they are moved. */
    private List<Rolling> candidates(List<Rolling> rolling, ChildOwners owners) {
        List<Rolling> unavailable = new ArrayList<>();
        List<Rolling> available = new ArrayList<>();
        for (Rolling each : rolling) {
            if (!owners.isLatest(each.child())) {
                boolean isAvailable =
                        availability.problem(each.child(), each.strategy()).isEmpty();
                (isAvailable ? available : unavailable).add(each);
            }
        }
        unavailable.addAll(available);
        return unavailable;
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
    private RolloutPlan place(
            List<Child> wanted, List<Rolling> rolling, ChildOwners owners, List<RevisionState> revisions, Step step) {
        List<Child> children = new ArrayList<>();
        Set<ChildId> kept = new HashSet<>();
        for (Child latest : wanted) {
            ChildId id = ChildId.of(latest);
            Optional<Child> version = owners.isLatest(latest)
                    ? Optional.of(latest)
                    : revisions.get(owners.of(latest)).desired().find(id);
            version.ifPresentOrElse(children::add, () -> kept.add(id));
        }
        return new RolloutPlan(owners.claims(revisions.size()), children, kept, progress(rolling, owners, step));
    }

    private Progress progress(List<Rolling> rolling, ChildOwners owners, Step step) {
        int updated = step instanceof Step.Complete
                ? rolling.size()
                : (int) rolling.stream()
                        .filter(each -> owners.isLatest(each.child()) && availability.isUpdated(each.child()))
                        .count();
        Optional<Duration> deadline = rolling.stream()
                .filter(each -> !owners.isLatest(each.child()))
                .findFirst()
                .or(() -> rolling.stream().findFirst())
                .flatMap(each -> each.strategy().progressDeadline());
        return new Progress(updated, rolling.size(), step, deadline);
    }
}
