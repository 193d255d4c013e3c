import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;

/** The fields of a Developer that the hook reads. All except the full name may be absent. */
record Developer(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String fullName, String email, List<String> languages, String team) {}
}
