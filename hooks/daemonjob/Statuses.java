import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import java.util.Objects;

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
                conditions(in, nodes, isUpToDate(observed)).list());
    }

    /** Numbers for an earlier spec of the DaemonSet mean nothing. Without a generation, they are those of the current spec. */
    private static boolean isUpToDate(DaemonSet set) {
        return set.getStatus() != null
                && (set.getStatus().getObservedGeneration() == null
                        || set.getStatus().getObservedGeneration()
                                >= set.getMetadata().getGeneration());
    }

    /** No nodes at all is not complete: the DaemonSet controller has not counted them yet, or some will be added. */
    private static Conditions conditions(Sync<DaemonJob> in, DaemonSetStatus nodes, boolean upToDate) {
        int desired = number(nodes.getDesiredNumberScheduled());
        int ready = number(nodes.getNumberReady());
        boolean complete = upToDate && desired > 0 && ready == desired;
        String message = "done on " + ready + " of " + desired + " nodes";
        return Conditions.of(in).set("Complete", complete, complete ? "AllNodesReady" : "InProgress", message);
    }

    private static int number(Integer value) {
        return value == null ? 0 : value;
    }
}
