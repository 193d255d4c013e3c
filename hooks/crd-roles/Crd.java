import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** The fields of a CustomResourceDefinition that a role needs to name the defined kind. */
record Crd(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String group, Names names) {}

    record Names(String plural) {}
}
