import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.Map;

/** Memcached servers. Fields with a default in the schema are never absent. */
record Memcached(ObjectMeta metadata, Spec spec) implements Parent {

    record Spec(int size, int containerPort) {}

    /**
     * The observed state.
     *
     * @param nodes names of the Pods
     */
    record Status(List<String> nodes, List<Condition> conditions) {}

    Map<String, String> podLabels() {
        return Map.of("app.kubernetes.io/name", "memcached", "app.kubernetes.io/instance", name());
    }
}
