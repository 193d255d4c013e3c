import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.Labels;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;
import java.util.Optional;

/** Copies one Secret to all namespaces that match a label selector. */
public final class SecretPropagationHook implements SyncHook<SecretPropagation>, CustomizeHook<SecretPropagation> {

    @Override
    public List<RelatedRule> customize(SecretPropagation parent) {
        return List.of(
                RelatedRule.of("v1", "secrets")
                        .inNamespace(parent.spec().sourceNamespace())
                        .named(parent.spec().sourceName()),
                RelatedRule.of("v1", "namespaces")
                        .selected(Labels.selector(parent.spec().targetNamespaceLabelSelector())));
    }

    @Override
    public Answer sync(Sync<SecretPropagation> in) {
        SecretPropagation.Spec spec = in.parent().spec();
        Optional<Secret> source = in.related(Secret.class, spec.sourceNamespace() + "/" + spec.sourceName());
        List<String> targets = in.related(Namespace.class).stream()
                .filter(namespace -> namespace.getMetadata().getDeletionTimestamp() == null)
                .map(namespace -> namespace.getMetadata().getName())
                .filter(name -> !name.equals(spec.sourceNamespace()))
                .toList();
        List<Secret> copies = source.stream()
                .flatMap(original -> targets.stream().map(namespace -> copy(original, namespace)))
                .toList();
        int actual = in.children(Secret.class).size();
        return Answer.of().children(copies).status(new SecretPropagation.Status(targets.size(), actual));
    }

    private static Secret copy(Secret original, String namespace) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(original.getMetadata().getName())
                .withNamespace(namespace)
                .endMetadata()
                .withType(original.getType())
                .withData(original.getData())
                .build();
    }
}
