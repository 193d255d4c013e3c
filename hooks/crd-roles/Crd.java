import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** Of a CustomResourceDefinition, how roles name what it defines. */
record Crd(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(String group, Names names) {}

    record Names(String plural) {}
}
