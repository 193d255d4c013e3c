import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.hookline.hook.Answer;
import io.hookline.hook.ChildTemplate;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.Labels;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;

/** Creates a NetworkPolicy in each selected namespace, also in one that is created or labelled later. */
public final class GlobalNetworkPolicyHook
        implements SyncHook<GlobalNetworkPolicy>, CustomizeHook<GlobalNetworkPolicy> {
    private final ChildTemplate<Place, NetworkPolicy> policy =
            ChildTemplate.file("network-policy.yaml", Place.class, NetworkPolicy.class);

    /** The values of the template. */
    private record Place(String name, String namespace, JsonNode policy) {}

    @Override
    public List<RelatedRule> customize(GlobalNetworkPolicy parent) {
        return List.of(RelatedRule.of("v1", "namespaces")
                .selected(Labels.selector(parent.spec().namespaceSelector())));
    }

    @Override
    public Answer sync(Sync<GlobalNetworkPolicy> in) {
        GlobalNetworkPolicy parent = in.parent();
        List<NetworkPolicy> policies = in.related(Namespace.class).stream()
                .filter(namespace -> namespace.getMetadata().getDeletionTimestamp() == null)
                .map(namespace -> policy.fill(new Place(
                        parent.name(),
                        namespace.getMetadata().getName(),
                        parent.spec().policy())))
                .toList();
        int existing = in.children(NetworkPolicy.class).size();
        return Answer.of().children(policies).status(new GlobalNetworkPolicy.Status(policies.size(), existing));
    }
}
