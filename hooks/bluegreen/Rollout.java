import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.Optional;

/** The next step: which color the Service selects, and how many replicas of which template both colors have. */
record Rollout(Side active, Side inactive) {

    record Side(String color, int replicas, PodTemplateSpec template) {}

    /**
     * Decides from the observed ReplicaSets.
     *
     * @param selected the color that the Service selects, if it exists
     */
    static Rollout next(BlueGreenDeployment parent, ColorSet active, ColorSet inactive, Optional<String> selected) {
        PodTemplateSpec wanted = parent.spec().template();
        int replicas = parent.spec().replicas();
        PodTemplateSpec prepared = inactive.template().orElse(wanted);
        Side current = new Side(active.color(), replicas, active.template().orElse(wanted));
        Side candidate = new Side(inactive.color(), replicas, wanted);
        Side scaledDown = new Side(inactive.color(), remaining(inactive, selected), prepared);

        if (current.template().equals(wanted)) {
            return new Rollout(current, scaledDown); // finished
        }
        if (prepared.equals(wanted) && inactive.isAvailable(replicas)) {
            return new Rollout(candidate, current); // switches; the old Pods stay until the Service has changed
        }
        if (inactive.isEmpty() || prepared.equals(wanted)) {
            return new Rollout(current, candidate); // starts, or waits until all replicas are available
        }
        return new Rollout(current, scaledDown); // cancels the rollout of another template
    }

    /** No replicas, unless the Service still selects them. */
    private static int remaining(ColorSet inactive, Optional<String> selected) {
        return selected.equals(Optional.of(inactive.color())) ? inactive.desiredReplicas() : 0;
    }
}
