import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.Map;

/** One object, in spite of its name: which namespaces are looked for, by their labels. */
record NamespaceList(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(Map<String, String> labels) {}

    record Status(int count, List<String> items) {}
}
