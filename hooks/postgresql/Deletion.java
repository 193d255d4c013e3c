import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hookline.hook.Sync;
import java.util.List;
import java.util.Optional;

/**
 * Deletes a cluster in groups: a group is deleted when the group before is deleted completely. Volumes are kept.
 *
 * @param left the existing children to keep for now
 * @param isComplete whether no child is left
 */
record Deletion(List<HasMetadata> left, boolean isComplete) {

    /** In the order of deletion. */
    private enum Group {
        BACKUP,
        DATABASE,
        SECRETS,
        BUDGETS,
        ENDPOINTS,
        SERVICES,
        POOLERS
    }

    /**
     * Decides which children to keep, from the observed children.
     *
     * @param children all children of the cluster if it were not deleted
     */
    static Deletion of(Sync<Postgresql> in, List<HasMetadata> children) {
        Optional<Group> next = in.children().stream()
                .map(object -> group(in.parent(), object.kind(), object.name()))
                .min(Group::compareTo);
        List<HasMetadata> left = children.stream()
                .filter(child -> exists(in, child))
                .filter(child ->
                        group(in.parent(), child.getKind(), name(child)).compareTo(next.orElseThrow()) > 0)
                .toList();
        return new Deletion(left, next.isEmpty());
    }

    /** Endpoints of a Service are deleted with it, because Kubernetes recreates them as long as the Service exists. */
    private static Group group(Postgresql cluster, String kind, String name) {
        return switch (kind) {
            case "CronJob" -> Group.BACKUP;
            case "StatefulSet" -> Group.DATABASE;
            case "Secret" -> Group.SECRETS;
            case "PodDisruptionBudget" -> Group.BUDGETS;
            case "Deployment" -> Group.POOLERS;
            default -> {
                if (Poolers.isPooler(cluster, name)) {
                    yield Group.POOLERS;
                }
                boolean ofPatroni = kind.equals("Endpoints") && name.equals(Networking.primary(cluster));
                yield ofPatroni ? Group.ENDPOINTS : Group.SERVICES;
            }
        };
    }

    private static boolean exists(Sync<Postgresql> in, HasMetadata child) {
        return in.child(child.getApiVersion(), child.getKind(), name(child)).isPresent();
    }

    private static String name(HasMetadata object) {
        return object.getMetadata().getName();
    }
}
