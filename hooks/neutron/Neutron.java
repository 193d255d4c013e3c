import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;

/** The outside system: its address, or a stub of it in the process of the hook. */
record Neutron(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String url, boolean available) {}

    /** {@code copies} and {@code writes} are those of the stub. */
    record Status(String url, Boolean available, List<Copy> copies, Integer writes) {}

    /** The content of one FooBar, as JSON. */
    record Copy(String key, String content) {}
}
