import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.hookline.hook.Answer;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.Labels;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the rules that send the traffic of Services to Pods, as kube-proxy does in the kernel of each node: one line for each port of
 * a Service. It reads Services and EndpointSlices, and knows nothing about Pods.
 */
public final class MiniKubeProxyHook implements SyncHook<ProxyRules>, CustomizeHook<ProxyRules> {

    /** The selected Services, and the EndpointSlices of all Services. */
    @Override
    public List<RelatedRule> customize(ProxyRules proxy) {
        return List.of(
                RelatedRule.of("v1", "services")
                        .selected(Labels.selector(proxy.spec().serviceSelector())),
                RelatedRule.of("discovery.k8s.io/v1", "endpointslices"));
    }

    @Override
    public Answer sync(Sync<ProxyRules> in) {
        List<EndpointSlice> slices = in.related(EndpointSlice.class);
        List<Rule> rules = new ArrayList<>();
        for (Service service : in.related(Service.class)) {
            rules.addAll(Rule.of(service, slices));
        }
        return Answer.of(configMap(in.parent(), rules))
                .status(new ProxyRules.Status(
                        (int) rules.stream().map(Rule::service).distinct().count(), (int) rules.stream()
                                .flatMap(rule -> rule.targets().stream())
                                .distinct()
                                .count()));
    }

    private static ConfigMap configMap(ProxyRules proxy, List<Rule> rules) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(proxy.name())
                .withNamespace(proxy.spec().namespace())
                .endMetadata()
                .addToData("rules", rules.stream().map(Rule::line).collect(Collectors.joining()))
                .build();
    }
}
