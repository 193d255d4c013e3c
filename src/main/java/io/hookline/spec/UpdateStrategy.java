package io.hookline.spec;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How to update the children of one kind; only the method applies to methods that are not rolling.
 *
 * @param statusChecks the conditions that a child must have before a rolling update continues with the next child
 * @param maxUnavailable how many updated children may be unavailable at the same time
 * @param paused whether no child is moved to another revision
 * @param progressDeadline the time without progress after which a rolling update is reported as stuck
 */
public record UpdateStrategy(
        UpdateMethod method,
        List<StatusCheck> statusChecks,
        MaxUnavailable maxUnavailable,
        boolean paused,
        Optional<Duration> progressDeadline) {

    public UpdateStrategy {
        statusChecks = List.copyOf(statusChecks);
    }

    /** A strategy with the defaults of everything else: no status checks, one child at a time. */
    public static UpdateStrategy of(UpdateMethod method) {
        return new UpdateStrategy(method, List.of(), MaxUnavailable.ONE, false, Optional.empty());
    }

    /** A condition that a child must have. An absent status or reason matches any. */
    public record StatusCheck(String type, Optional<String> status, Optional<String> reason) {}

    /**
     * A number of children, or a share of them.
     *
     * @param value at least 1; at most 100 if it is a percentage
     */
    public record MaxUnavailable(int value, boolean isPercentage) {

        /** One child at a time, as in Metacontroller. */
        public static final MaxUnavailable ONE = new MaxUnavailable(1, false);

        /** The number for this many children. A share is rounded down as for Deployments, but never to 0. */
        public int of(int children) {
            return isPercentage ? Math.max(1, (int) ((long) value * children / 100)) : value;
        }
    }
}
