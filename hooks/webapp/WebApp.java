import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;

/**
 * A web application.
 *
 * @param status of the last sync; null before the first
 */
record WebApp(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(String image, int replicas, int port, String host) {}

    record Status(int readyReplicas, String url, List<Condition> conditions) {}

    String url() {
        return "http://" + spec.host() + "/";
    }
}
