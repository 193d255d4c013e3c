import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;

/** A Foo of sample-controller: one Deployment by name. */
record Foo(ObjectMeta metadata, Spec spec) implements Parent {

    record Spec(String deploymentName, int replicas) {}

    record Status(int availableReplicas, List<Condition> conditions) {}
}
