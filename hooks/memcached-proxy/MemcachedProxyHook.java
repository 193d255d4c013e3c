import io.fabric8.kubernetes.api.model.ConfigMap;
import io.hookline.hook.Answer;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Runs mcrouter in front of memcached servers: a Service, a Deployment, and an immutable ConfigMap with its configuration.
 * When the servers change, the hook creates a new ConfigMap; the Deployment mounts it, and so replaces its Pods.
 */
public final class MemcachedProxyHook implements SyncHook<MemcachedProxy>, CustomizeHook<MemcachedProxy> {

    /** Requests each Service with its endpoints, and the ReplicaSets that may still need an old configuration. */
    @Override
    public List<RelatedRule> customize(MemcachedProxy proxy) {
        Set<RelatedRule> rules = new LinkedHashSet<>(); // a set, because rules may name two ports of one Service
        for (MemcachedProxy.ServiceRef service : proxy.services()) {
            rules.add(RelatedRule.of("v1", "services")
                    .inNamespace(service.namespace())
                    .named(service.name()));
            rules.add(RelatedRule.of("v1", "endpoints")
                    .inNamespace(service.namespace())
                    .named(service.name()));
            rules.add(RelatedRule.of("discovery.k8s.io/v1", "endpointslices")
                    .inNamespace(service.namespace())
                    .labelled("kubernetes.io/service-name", service.name()));
        }
        RelatedRule replicaSets = RelatedRule.of("apps/v1", "replicasets").inNamespace(proxy.namespace());
        for (var label : Mcrouters.labels(proxy).entrySet()) {
            replicaSets = replicaSets.labelled(label.getKey(), label.getValue());
        }
        rules.add(replicaSets);
        return List.copyOf(rules);
    }

    @Override
    public Answer sync(Sync<MemcachedProxy> in) {
        MemcachedProxy proxy = in.parent();
        Backends backends = Backends.of(in);
        Configs configs = Configs.of(in);
        List<Object> children = new ArrayList<>();
        children.add(Mcrouters.service(proxy));

        // While a Service is missing, its servers are unknown, so the last configuration is kept.
        String current = proxy.lastConfigMap();
        if (backends.areResolved()) {
            ConfigMap config = configs.holding(McrouterConfig.render(proxy, backends));
            current = config.getMetadata().getName();
            children.add(config);
        }
        children.addAll(configs.inUseBesides(current, backends.areResolved()));
        if (current != null) {
            children.add(Mcrouters.deployment(proxy, current));
        }
        return Answer.of().children(children).status(Statuses.of(in, current, backends));
    }
}
