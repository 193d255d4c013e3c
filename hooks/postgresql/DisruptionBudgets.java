import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Protects the primary, and Pods with a critical operation, from a drain of nodes. */
final class DisruptionBudgets {
    private DisruptionBudgets() {}

    static List<PodDisruptionBudget> of(Postgresql cluster) {
        Map<String, String> busy = new TreeMap<>(cluster.selector());
        busy.put("critical-operation", "true");
        int primaries = Math.min(1, cluster.spec().numberOfInstances());
        return List.of(
                budget(cluster, "pdb", Networking.withRole(cluster.selector(), "master"))
                        .editSpec()
                        .withMinAvailable(new IntOrString(primaries))
                        .endSpec()
                        .build(),
                budget(cluster, "critical-op-pdb", busy)
                        .editSpec()
                        .withMaxUnavailable(new IntOrString(0))
                        .endSpec()
                        .build());
    }

    private static PodDisruptionBudgetBuilder budget(Postgresql cluster, String what, Map<String, String> selector) {
        return new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName("postgres-" + cluster.name() + "-" + what)
                .addToLabels(cluster.clusterLabels())
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .withMatchLabels(selector)
                .endSelector()
                .endSpec();
    }
}
