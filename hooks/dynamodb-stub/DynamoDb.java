import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.Map;

/** The outside system: its address, or a stub of it in the process of the hook. */
record DynamoDb(ObjectMeta metadata, Spec spec) implements Parent {

    /** {@code losses} is how often the stub has lost all tables. */
    record Spec(String url, boolean available, int losses) {}

    /** {@code tables} and {@code requests}, by operation, are those of the stub. */
    record Status(String url, Boolean available, List<Table> tables, Map<String, Integer> requests) {}

    record Table(String name, String billingMode, String status) {}
}
