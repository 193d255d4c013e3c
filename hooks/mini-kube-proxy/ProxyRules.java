import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** The rules of one proxy. Fields with a default in the schema are never null. */
record ProxyRules(ObjectMeta metadata, Spec spec) implements Parent {

    /**
     * What to write.
     *
     * @param namespace of the ConfigMap
     * @param serviceSelector selects Services of all namespaces by their labels
     */
    record Spec(String namespace, LabelSelector serviceSelector) {}

    /**
     * What is observed.
     *
     * @param services the number of Services with rules
     * @param endpoints the number of addresses behind them
     */
    record Status(int services, int endpoints) {}
}
