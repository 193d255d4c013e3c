import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import io.hookline.hook.Parent;
import java.util.List;

/** Nodes with the same roles and volumes. A related object: its label names the cluster. */
@Group("kafka.strimzi.io")
@Version("v1")
@Kind("KafkaNodePool")
record NodePool(ObjectMeta metadata, Spec spec) implements Parent {

    record Spec(int replicas, List<String> roles, Storage storage) {}

    record Storage(List<Volume> volumes) {}

    record Volume(int id, String size) {}
}
