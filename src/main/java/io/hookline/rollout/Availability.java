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
import io.hookline.spec.UpdateMethod;
import io.hookline.spec.UpdateStrategy;
import io.hookline.spec.UpdateStrategy.StatusCheck;
import java.util.Optional;

/** Checks whether a child is available, so that another one may be updated. */
final class Availability {

    private static final Problem MISSING = new Problem("missing child {}", "missing");
    private static final Problem NOT_UPDATED = new Problem("child {} is not updated yet", "not updated yet");
    private static final Problem BEING_DELETED = new Problem("child {} is being deleted", "being deleted");
    private static final Problem NOT_OBSERVED = new Problem(
            "child {} with RollingInPlace update strategy hasn't observed latest spec", "latest spec not observed");

    private final Children observed;
    private final ChildComparison comparison;

    Availability(Children observed, ChildComparison comparison) {
        this.observed = observed;
        this.comparison = comparison;
    }

    /** Whether a child exists and needs no write to be in this state. */
    boolean isUpdated(Child desired) {
        return find(desired).filter(present -> isUpdated(present, desired)).isPresent();
    }

    private boolean isUpdated(KubeObject present, Child desired) {
        try {
            return comparison.between(present, desired) instanceof ChildDiff.None;
        } catch (DecodeException _) {
            return false; // the plan of its update refuses this child, with the reason
        }
    }

    /** Whether a child exists and was written last in this state; another client may have changed it since then. */
    boolean isWrittenAs(Child desired) {
        return find(desired).filter(present -> isWrittenAs(present, desired)).isPresent();
    }

    private boolean isWrittenAs(KubeObject present, Child desired) {
        try {
            return switch (comparison.between(present, desired)) {
                case ChildDiff.None _ -> true;
                case ChildDiff.Some(ChildUpdate update) -> update.recorded();
                case ChildDiff.Unproven _ -> false; // nothing tells what was applied last
            };
        } catch (DecodeException _) {
            return false;
        }
    }

    private Optional<KubeObject> find(Child desired) {
        return observed.find(ChildId.of(desired)).map(Child::object);
    }

    /** Why a child that has the latest revision is not available; empty if it is. */
    Optional<Problem> problemOfUpdated(Child desired, UpdateStrategy strategy) {
        Optional<KubeObject> present = find(desired);
        if (present.isPresent() && !isUpdated(present.get(), desired)) {
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
        JsonNode status = status(child);
        if (strategy.method() == UpdateMethod.ROLLING_IN_PLACE && isBehind(status, child.generation())) {
            return Optional.of(NOT_OBSERVED);
        }
        return strategy.statusChecks().stream()
                .flatMap(check -> problem(check, status.path("conditions")).stream())
                .findFirst();
    }

    private static JsonNode status(KubeObject child) {
        byte[] status = child.field("status");
        return status == null ? Json.NODES.missingNode() : Json.parse(status);
    }

    /** Whether the child's own controller has not seen its latest spec; a kind without observedGeneration has no such delay. */
    private static boolean isBehind(JsonNode status, long generation) {
        long observed = status.path("observedGeneration").asLong();
        return observed > 0 && observed < generation;
    }

    private static Optional<Problem> problem(StatusCheck check, JsonNode conditions) {
        for (JsonNode condition : conditions) {
            if (condition.path("type").asText().equals(check.type())) {
                return mismatch(check, "status", check.status(), condition)
                        .or(() -> mismatch(check, "reason", check.reason(), condition));
            }
        }
        return Optional.of(
                failed("required condition type missing: \"" + check.type() + "\"", check.type() + " missing"));
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
