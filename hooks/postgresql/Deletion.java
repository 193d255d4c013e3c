import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hookline.hook.Sync;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;

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

    private static final List<String[]> KINDS = List.of(
            new String[] {"batch/v1", "CronJob"},
            new String[] {"apps/v1", "StatefulSet"},
            new String[] {"v1", "Secret"},
            new String[] {"policy/v1", "PodDisruptionBudget"},
            new String[] {"v1", "Endpoints"},
            new String[] {"v1", "Service"},
            new String[] {"apps/v1", "Deployment"});

    /**
     * Decides which children to keep, from the observed children.
     *
     * @param children all children of the cluster if it were not deleted
     */
    static Deletion of(Sync<Postgresql> in, List<HasMetadata> children) {
        List<Group> existing = new ArrayList<>();
        for (String[] kind : KINDS) {
            for (KubeObject object : in.children(kind[0], kind[1])) {
                existing.add(group(in.parent(), kind[1], object.name()));
            }
        }
        if (existing.isEmpty()) {
            return new Deletion(List.of(), true);
        }
        Group next = existing.stream().min(Group::compareTo).get();
        List<HasMetadata> left = children.stream()
                .filter(child -> exists(in, child))
                .filter(child ->
                        group(in.parent(), child.getKind(), name(child)).compareTo(next) > 0)
                .toList();
        return new Deletion(left, false);
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
