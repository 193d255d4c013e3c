import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import io.hookline.hook.CrdField;
import io.hookline.hook.Parent;

/**
 * A command to run.
 *
 * @param spec the desired state
 */
@Group("k8s.io")
@Version("v1alpha2")
@Kind("FooBar")
record FooBar(ObjectMeta metadata, Spec spec) implements Parent {
    /**
     * The desired state.
     *
     * @param foo any text
     * @param barz any text
     * @param command a shell command
     */
    record Spec(
            String foo,
            String barz,
            @CrdField(required = true, minSize = 1) String command) {}
}
