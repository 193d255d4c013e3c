package io.hookline.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.apply.Child;
import io.hookline.apply.ChildComparison;
import io.hookline.apply.ChildDiff;
import io.hookline.apply.ChildId;
import io.hookline.apply.ChildUpdate;
import io.hookline.apply.Children;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.spec.ChildRule.UpdateStrategy;
import io.hookline.spec.ChildRule.UpdateStrategy.StatusCheck;
import io.hookline.spec.ChildRule.UpdateStrategy.UpdateMethod;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Checks whether a child is available, so that another one may be updated. For one plan; not thread-safe. */
final class Availability {

    private static final Problem MISSING = new Problem("missing child {}", "missing");
    private static final Problem NOT_UPDATED = new Problem("child {} is not updated yet", "not updated yet");
    private static final Problem BEING_DELETED = new Problem("child {} is being deleted", "being deleted");
    private static final Problem NOT_OBSERVED = new Problem(
            "child {} with RollingInPlace update strategy hasn't observed latest spec", "latest spec not observed");

    private final Children observed;
    private final ChildComparison comparison;

    /**
     * By desired object, each of which is equal to itself only: a child is compared once with each of its desired
     * states.
     */
    private final Map<KubeObject, State> states = new HashMap<>();

    Availability(Children observed, ChildComparison comparison) {
        this.observed = observed;
        this.comparison = comparison;
    }

    /** How an existing child relates to a desired state. */
    private enum State {
        /** It needs no write. */
        UP_TO_DATE,
        /** It was written last in this state; another client has changed it since then. */
        CHANGED_SINCE,
        /** It is in another state, or nothing tells in which one. */
        OTHER
    }

    /** Whether a child exists and needs no write to be in this state. */
    boolean isUpdated(Child desired) {
        return find(desired)
                .filter(present -> state(present, desired) == State.UP_TO_DATE)
                .isPresent();
    }

    /** Whether a child exists and was written last in this state; another client may have changed it since then. */
    boolean isWrittenAs(Child desired) {
        return find(desired)
                .filter(present -> state(present, desired) != State.OTHER)
                .isPresent();
    }

    private State state(KubeObject present, Child desired) {
        return states.computeIfAbsent(desired.object(), _ -> compare(present, desired));
    }

    private State compare(KubeObject present, Child desired) {
        try {
            return switch (comparison.between(present, desired)) {
                case ChildDiff.None _ -> State.UP_TO_DATE;
                case ChildDiff.Some(ChildUpdate update) -> update.recorded() ? State.CHANGED_SINCE : State.OTHER;
                case ChildDiff.Unproven _ -> State.OTHER; // nothing tells what was applied last
            };
        } catch (DecodeException _) {
            return State.OTHER; // the plan of its update refuses this child, with the reason
        }
    }

    private Optional<KubeObject> find(Child desired) {
        return observed.find(ChildId.of(desired)).map(Child::object);
    }

    /** Why a child that has the latest revision is not available; empty if it is. */
    Optional<Problem> problemOfUpdated(Child desired, UpdateStrategy strategy) {
        Optional<KubeObject> present = find(desired);
        if (present.isPresent() && !isUpdated(desired)) {
            return Optional.of(NOT_UPDATED);
        }
        return problem(present, strategy);
    }

    /** Why a child of an earlier revision is not available, whether or not it is up to date; empty if it is. */
    Optional<Problem> problem(Child desired, UpdateStrategy strategy) {
        return problem(find(desired), strategy);
    }

    private static Optional<Problem> problem(Optional<KubeObject> found, UpdateStrategy strategy) {
        if (found.isEmpty()) {
            return Optional.of(MISSING);
        }
        KubeObject child = found.get();
        if (child.isBeingDeleted()) {
            return Optional.of(BEING_DELETED);
        }
        JsonNode status = child.fieldTree("status");
        if (strategy.method() == UpdateMethod.ROLLING_IN_PLACE && isBehind(status, child.generation())) {
            return Optional.of(NOT_OBSERVED);
        }
        return strategy.statusChecks().stream()
                .flatMap(check -> problem(check, status.path("conditions")).stream())
                .findFirst();
    }

    /**
     * Whether the child's own controller has not seen its latest spec; a kind without observedGeneration has no such
     * delay.
     */
    private static boolean isBehind(JsonNode status, long generation) {
        long observed = status.path("observedGeneration").asLong();
        return observed > 0 && observed < generation;
    }

    private static Optional<Problem> problem(StatusCheck check, JsonNode conditions) {
        JsonNode condition = Json.ofType(conditions, check.type());
        if (condition.isMissingNode()) {
            return Optional.of(
                    failed("required condition type missing: \"" + check.type() + "\"", check.type() + " missing"));
        }
        return mismatch(check, "status", check.status(), condition)
                .or(() -> mismatch(check, "reason", check.reason(), condition));
    }

    private static Optional<Problem> mismatch(
            StatusCheck check, String field, Optional<String> wanted, JsonNode condition) {
        String actual = condition.path(field).asText();
        return wanted.filter(value -> !value.equals(actual))
                .map(value -> failed(
                        "\"%s\" condition %s is \"%s\" (want \"%s\")".formatted(check.type(), field, actual, value),
                        field.equals("status") ? check.type() + "=" + actual : check.type() + " reason " + actual));
    }

    private static Problem failed(String check, String brief) {
        return new Problem("child {} failed status check: " + check, brief);
    }
}
