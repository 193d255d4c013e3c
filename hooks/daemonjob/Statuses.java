import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.hookline.hook.Sync;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Builds the status of a job from that of its DaemonSet. */
final class Statuses {

    private Statuses() {}

    static DaemonJob.Status of(Sync<DaemonJob> in, DaemonSet observed) {
        DaemonSetStatus nodes = Objects.requireNonNullElseGet(observed.getStatus(), DaemonSetStatus::new);
        return new DaemonJob.Status(
                number(nodes.getDesiredNumberScheduled()),
                number(nodes.getCurrentNumberScheduled()),
                number(nodes.getUpdatedNumberScheduled()),
                number(nodes.getNumberReady()),
                number(nodes.getNumberAvailable()),
                number(nodes.getNumberUnavailable()),
                number(nodes.getNumberMisscheduled()),
                List.of(condition(in, nodes, isUpToDate(observed))));
    }

    /** Numbers for an earlier spec of the DaemonSet mean nothing. Without a generation, they are those of the current spec. */
    private static boolean isUpToDate(DaemonSet set) {
        return set.getStatus() != null
                && (set.getStatus().getObservedGeneration() == null
                        || set.getStatus().getObservedGeneration()
                                >= set.getMetadata().getGeneration());
    }

    /** No nodes at all is not complete: the DaemonSet controller has not counted them yet, or some will be added. */
    private static Condition condition(Sync<DaemonJob> in, DaemonSetStatus nodes, boolean upToDate) {
        int desired = number(nodes.getDesiredNumberScheduled());
        int ready = number(nodes.getNumberReady());
        boolean complete = upToDate && desired > 0 && ready == desired;
        String status = complete ? "True" : "False";
        return new ConditionBuilder()
                .withType("Complete")
                .withStatus(status)
                .withReason(complete ? "AllNodesReady" : "InProgress")
                .withMessage("done on " + ready + " of " + desired + " nodes")
                .withLastTransitionTime(since(in, status))
                .build();
    }

    /** The time of the last change of the condition: now, unless the observed condition has the same status. */
    private static String since(Sync<DaemonJob> in, String status) {
        DaemonJob.Status last = in.parent().status();
        Stream<Condition> before = last == null ? Stream.of() : last.conditions().stream();
        return before.filter(condition -> status.equals(condition.getStatus()))
                .map(Condition::getLastTransitionTime)
                .findFirst()
                .orElseGet(() -> in.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static int number(Integer value) {
        return value == null ? 0 : value;
    }
}
