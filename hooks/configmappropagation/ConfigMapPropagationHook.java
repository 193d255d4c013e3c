import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.hookline.hook.Answer;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;

/** Copies one ConfigMap to the namespaces that its parent lists. */
public final class ConfigMapPropagationHook
        implements SyncHook<ConfigMapPropagation>, CustomizeHook<ConfigMapPropagation> {

    @Override
    public List<RelatedRule> customize(ConfigMapPropagation parent) {
        return List.of(
                RelatedRule.of("v1", "configmaps")
                        .inNamespace(parent.spec().sourceNamespace())
                        .named(parent.spec().sourceName()),
                RelatedRule.of("v1", "namespaces")
                        .named(parent.spec().targetNamespaces().toArray(String[]::new)));
    }

    @Override
    public Answer sync(Sync<ConfigMapPropagation> in) {
        ConfigMapPropagation parent = in.parent();
        String source = parent.spec().sourceNamespace() + "/" + parent.spec().sourceName();
        List<ConfigMap> copies = in.related(ConfigMap.class, source).stream()
                .flatMap(original -> parent.targets().stream()
                        .filter(namespace -> isOpen(namespace, in))
                        .map(namespace -> copy(original, namespace)))
                .toList();
        int actual = in.children(ConfigMap.class).size();
        return Answer.of()
                .children(copies)
                .status(new ConfigMapPropagation.Status(parent.targets().size(), actual));
    }

    /** The API server refuses new objects in a namespace that does not exist or is being deleted. */
    private static boolean isOpen(String namespace, Sync<ConfigMapPropagation> in) {
        return in.related(Namespace.class, namespace)
                .filter(found -> found.getMetadata().getDeletionTimestamp() == null)
                .isPresent();
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
