import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.util.List;

/** Builds the account of the Pods, and its rights: Patroni elects the leader with Endpoints, and labels the Pods by their role. */
final class PodAccount {
    private PodAccount() {}

    static String name(Postgresql cluster) {
        return cluster.name() + "-pod";
    }

    static List<HasMetadata> of(Postgresql cluster) {
        return List.of(account(cluster), role(cluster), binding(cluster));
    }

    private static HasMetadata account(Postgresql cluster) {
        return new ServiceAccountBuilder()
                .withNewMetadata()
                .withName(name(cluster))
                .addToLabels(cluster.clusterLabels())
                .endMetadata()
                .build();
    }

    private static HasMetadata role(Postgresql cluster) {
        return new RoleBuilder()
                .withNewMetadata()
                .withName(name(cluster))
                .addToLabels(cluster.clusterLabels())
                .endMetadata()
                .withRules(
                        rule("endpoints", "get", "list", "watch", "create", "update", "patch"),
                        rule("pods", "get", "list", "watch", "update", "patch"),
                        // Patroni creates a Service for the Endpoints of its configuration, so that they are kept.
                        rule("services", "create"))
                .build();
    }

    private static PolicyRule rule(String resource, String... verbs) {
        return new PolicyRuleBuilder()
                .withApiGroups("")
                .withResources(resource)
                .withVerbs(verbs)
                .build();
    }

    private static HasMetadata binding(Postgresql cluster) {
        return new RoleBindingBuilder()
                .withNewMetadata()
                .withName(name(cluster))
                .addToLabels(cluster.clusterLabels())
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", name(cluster))
                .addNewSubject()
                .withKind("ServiceAccount")
                .withName(name(cluster))
                .withNamespace(cluster.namespace())
                .endSubject()
                .build();
    }
}
