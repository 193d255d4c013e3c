import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.hookline.hook.Answer;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;
import java.util.Optional;

/** Copies one ConfigMap to all other namespaces, including namespaces that are created later. */
public final class GlobalConfigMapHook implements SyncHook<GlobalConfigMap>, CustomizeHook<GlobalConfigMap> {

    @Override
    public List<RelatedRule> customize(GlobalConfigMap parent) {
        return List.of(
                RelatedRule.of("v1", "configmaps")
                        .inNamespace(parent.spec().sourceNamespace())
                        .named(parent.spec().sourceName()),
                RelatedRule.of("v1", "namespaces"));
    }

    @Override
    public Answer sync(Sync<GlobalConfigMap> in) {
        GlobalConfigMap.Spec spec = in.parent().spec();
        Optional<ConfigMap> source = in.related(ConfigMap.class, spec.sourceNamespace() + "/" + spec.sourceName());
        List<String> targets = in.related(Namespace.class).stream()
                .filter(namespace -> namespace.getMetadata().getDeletionTimestamp() == null)
                .map(namespace -> namespace.getMetadata().getName())
                .filter(name -> !name.equals(spec.sourceNamespace()))
                .toList();
        List<ConfigMap> copies = source.stream()
                .flatMap(original -> targets.stream().map(namespace -> copy(original, namespace)))
                .toList();
        int actual = in.children(ConfigMap.class).size();
        return Answer.of().children(copies).status(new GlobalConfigMap.Status(targets.size(), actual));
    }

    private static ConfigMap copy(ConfigMap original, String namespace) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(original.getMetadata().getName())
                .withNamespace(namespace)
                .endMetadata()
                .withData(original.getData())
                .withBinaryData(original.getBinaryData())
                .build();
    }
}
