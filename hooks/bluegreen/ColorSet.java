import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import io.hookline.hook.Sync;
import java.util.Objects;
import java.util.Optional;

/** The observed ReplicaSet of one color, which may not exist. */
record ColorSet(String color, Optional<ReplicaSet> observed) {

    static ColorSet of(Sync<BlueGreenDeployment> in, String color) {
        return new ColorSet(color, in.child(ReplicaSet.class, in.parent().replicaSetName(color)));
    }

    /** The template as it was in the parent; empty without a ReplicaSet. */
    Optional<PodTemplateSpec> template() {
        return observed.map(PodTemplates::originalOf);
    }

    int desiredReplicas() {
        return observed.map(set -> set.getSpec().getReplicas()).orElse(0);
    }

    /** Whether all replicas are available. Numbers that were reported for an earlier spec do not count. */
    boolean isAvailable(int replicas) {
        return desiredReplicas() == replicas && isUpToDate() && reported().availableReplicas() >= replicas;
    }

    /** Whether no Pods exist. A ReplicaSet that was created without Pods and never changed cannot have any. */
    boolean isEmpty() {
        boolean isUntouched =
                observed.map(set -> set.getMetadata().getGeneration() == 1).orElse(true);
        return desiredReplicas() == 0 && reported().replicas() == 0 && (isUntouched || isUpToDate());
    }

    BlueGreenDeployment.Replicas reported() {
        ReplicaSetStatus status = observed.map(ReplicaSet::getStatus).orElseGet(ReplicaSetStatus::new);
        return new BlueGreenDeployment.Replicas(
                Objects.requireNonNullElse(status.getReplicas(), 0),
                Objects.requireNonNullElse(status.getReadyReplicas(), 0),
                Objects.requireNonNullElse(status.getAvailableReplicas(), 0));
    }

    private boolean isUpToDate() {
        return observed.filter(set -> set.getStatus() != null
                        && set.getStatus().getObservedGeneration() != null
                        && set.getStatus().getObservedGeneration()
                                >= set.getMetadata().getGeneration())
                .isPresent();
    }
}
