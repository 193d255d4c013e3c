import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.hook.Parent;
import java.util.List;

/** A job that runs once on each node. Fields with a default in the schema are never null. */
record DaemonJob(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(PodTemplateSpec template, String pauseImage) {}

    /** The numbers of nodes are those of the DaemonSet. */
    record Status(
            int desiredNumberScheduled,
            int currentNumberScheduled,
            int updatedNumberScheduled,
            int numberReady,
            int numberAvailable,
            int numberUnavailable,
            int numberMisscheduled,
            List<Condition> conditions) {}

    String daemonSetName() {
        return name() + "-dj";
    }

    boolean isComplete() {
        return status != null
                && status.conditions().stream()
                        .anyMatch(one -> "Complete".equals(one.getType()) && "True".equals(one.getStatus()));
    }
}
