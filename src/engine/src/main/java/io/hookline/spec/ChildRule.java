package io.hookline.spec;

import io.hookline.object.GroupVersionKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The rule of a controller for one kind of children or attachments.
 *
 * @param apiVersion {@code group/version} or {@code version}
 * @param resource lower-case plural
 * @param strategy how to update a child that differs from its desired state
 * @param adoption whether to adopt objects that were not created for the parent
 * @param applyStrategy who computes the changes; empty for the strategy of the watcher
 * @param conflicts what server-side apply does with fields of other managers
 */
public record ChildRule(
        String apiVersion,
        String resource,
        UpdateStrategy strategy,
        AdoptionPolicy adoption,
        Optional<ApplyStrategy> applyStrategy,
        ConflictPolicy conflicts) {

    /** Creates a rule with the defaults of everything else. */
    public ChildRule(String apiVersion, String resource, UpdateStrategy strategy) {
        this(apiVersion, resource, strategy, AdoptionPolicy.IF_UNOWNED, Optional.empty(), ConflictPolicy.FORCE);
    }

    /** Whether both rules are for the same kind, in any version. */
    public boolean isOfSameKind(ChildRule other) {
        return resource.equals(other.resource) && group().equals(other.group());
    }

    private String group() {
        return GroupVersionKind.of(apiVersion, "").group();
    }

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

        /** How to update a child that differs from its desired state. */
        public enum UpdateMethod {
            /** Do not update it. When the child is deleted, it is created again in the desired state. The default. */
            ON_DELETE("OnDelete"),
            /** Delete it; the next sync creates it again. */
            RECREATE("Recreate"),
            /** Update it. */
            IN_PLACE("InPlace"),
            /** Like {@link #RECREATE}, one child at a time. */
            ROLLING_RECREATE("RollingRecreate"),
            /** Like {@link #IN_PLACE}, one child at a time. */
            ROLLING_IN_PLACE("RollingInPlace");

            private final String text;

            UpdateMethod(String text) {
                this.text = text;
            }

            /** The name in controllers. */
            public String text() {
                return text;
            }

            /** Whether children are updated one at a time, by means of revisions. */
            public boolean isRolling() {
                return this == ROLLING_RECREATE || this == ROLLING_IN_PLACE;
            }

            /** Finds a method by its name in controllers. */
            public static Optional<UpdateMethod> parse(String text) {
                return Arrays.stream(values()).filter(m -> m.text.equals(text)).findFirst();
            }
        }
    }

    /** Whether a parent adopts an object that was not created for it but could be its child. */
    public enum AdoptionPolicy {
        /**
         * Adopt it if the parent's selector matches and it has no controller. The default, and Metacontroller's rule.
         */
        IF_UNOWNED("IfUnowned"),
        /** Never adopt it. */
        NEVER("Never"),
        /** Also adopt it if it only has the name of a desired child; it is then merged with the desired child. */
        TAKE_OVER("TakeOver");

        private final String text;

        AdoptionPolicy(String text) {
            this.text = text;
        }

        /** The name in controllers. */
        public String text() {
            return text;
        }

        /** Finds a policy by its name in controllers. */
        public static Optional<AdoptionPolicy> parse(String text) {
            return Arrays.stream(values()).filter(p -> p.text.equals(text)).findFirst();
        }
    }

    /** Who computes the changes of a child: the watcher or the API server. */
    public enum ApplyStrategy {
        /** The watcher merges by the last-applied annotation and sends whole objects. The default. */
        DYNAMIC_APPLY("dynamic-apply"),
        /** The API server merges by field managers; the watcher sends only what the hook returned. */
        SERVER_SIDE_APPLY("server-side-apply");

        private final String text;

        ApplyStrategy(String text) {
            this.text = text;
        }

        /** The name in controllers and in flags. */
        public String text() {
            return text;
        }

        /** Finds a strategy by its name. */
        public static Optional<ApplyStrategy> parse(String text) {
            return Arrays.stream(values()).filter(s -> s.text.equals(text)).findFirst();
        }
    }

    /** What server-side apply does with a desired field that another field manager owns and that has another value. */
    public enum ConflictPolicy {
        /** Take over the field. The default, and Metacontroller's rule. */
        FORCE("Force"),
        /** Report the conflict, and do not change the child. */
        FAIL("Fail"),
        /** Leave the field to the other manager, and apply all others. */
        YIELD("Yield");

        private final String text;

        ConflictPolicy(String text) {
            this.text = text;
        }

        /** The name in controllers. */
        public String text() {
            return text;
        }

        /** Finds a policy by its name in controllers. */
        public static Optional<ConflictPolicy> parse(String text) {
            return Arrays.stream(values()).filter(p -> p.text.equals(text)).findFirst();
        }
    }
}
