import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.Map;

/** A single object, despite its name, with the labels of the Namespaces to list. */
record NamespaceList(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(Map<String, String> labels) {}

    record Status(int count, List<String> items) {}
}
