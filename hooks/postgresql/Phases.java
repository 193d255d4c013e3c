import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.hookline.hook.Sync;
import java.util.Optional;

/** One word for how a cluster is. */
final class Phases {
    private Phases() {}

    static String of(Sync<Postgresql> in, Rollout rollout) {
        if (rollout.isOver() && ready(in) >= in.parent().spec().numberOfInstances()) {
            return "Running";
        }
        boolean hasRun = switch (in.parent().lastPhase()) {
            case "Running", "Updating" -> true;
            default -> false;
        };
        return hasRun ? "Updating" : "Creating";
    }

    /** Less than none as long as there is no StatefulSet. */
    private static int ready(Sync<Postgresql> in) {
        Optional<StatefulSet> set = in.child(StatefulSet.class, in.parent().name());
        return set.map(found -> Optional.ofNullable(found.getStatus())
                        .map(StatefulSetStatus::getReadyReplicas)
                        .orElse(0))
                .orElse(-1);
    }
}
