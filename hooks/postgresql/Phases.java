import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.hookline.hook.Sync;
import java.util.Optional;

/** Computes the phase of a cluster. */
final class Phases {
    private Phases() {}

    static String of(Sync<Postgresql> in, Rollout rollout) {
        if (rollout.isComplete() && ready(in) >= in.parent().spec().numberOfInstances()) {
            return "Running";
        }
        boolean hasRun = switch (in.parent().lastPhase()) {
            case "Running", "Updating" -> true;
            default -> false;
        };
        return hasRun ? "Updating" : "Creating";
    }

    /** The number of ready Pods; -1 without a StatefulSet, so that a cluster of zero instances is not Running yet. */
    private static int ready(Sync<Postgresql> in) {
        Optional<StatefulSet> set = in.child(StatefulSet.class, in.parent().name());
        return set.map(found -> Optional.ofNullable(found.getStatus())
                        .map(StatefulSetStatus::getReadyReplicas)
                        .orElse(0))
                .orElse(-1);
    }
}
