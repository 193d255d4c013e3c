import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.hook.Parent;
import java.util.List;

/** A job with one Pod for each index. Fields with a default in the schema are never null. */
record IndexedJob(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(int completions, int parallelism, PodTemplateSpec template) {}

    record Status(int active, int succeeded, int failed, List<Condition> conditions) {}

    String podName(int index) {
        return name() + "-" + index;
    }

    boolean isComplete() {
        return status != null
                && status.conditions().stream()
                        .anyMatch(one -> "Complete".equals(one.getType()) && "True".equals(one.getStatus()));
    }
}
