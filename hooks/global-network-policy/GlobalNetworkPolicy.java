import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** A NetworkPolicy for many namespaces. Fields that are required by the schema are never null. */
record GlobalNetworkPolicy(ObjectMeta metadata, Spec spec) implements Parent {

    /**
     * Where the policy holds, and what it is.
     *
     * @param namespaceSelector selects namespaces by their labels
     * @param policy the spec of a NetworkPolicy
     */
    record Spec(LabelSelector namespaceSelector, JsonNode policy) {}

    /**
     * What is observed.
     *
     * @param namespaces the number of namespaces that are selected
     * @param policies the number of NetworkPolicies that exist
     */
    record Status(int namespaces, int policies) {}
}
