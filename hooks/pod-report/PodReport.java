import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.Map;

/**
 * A report of the Pods of its namespace.
 *
 * @param spec absent if all Pods are reported
 */
record PodReport(ObjectMeta metadata, Spec spec) implements Parent {

    record Spec(Map<String, String> labels) {}

    record Status(int count, long running, List<Line> pods) {}

    /** One Pod. */
    record Line(String name, String phase, String image) {
        @Override
        public String toString() {
            return name + " " + phase + " " + image + "\n";
        }
    }

    Map<String, String> wanted() {
        return spec == null || spec.labels() == null ? Map.of() : spec.labels();
    }
}
