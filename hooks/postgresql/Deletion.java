import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hookline.hook.Sync;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of a cluster, in groups: the next one goes when nothing is left of the one before. Volumes stay.
 *
 * @param left what shall still exist, and does
 * @param isComplete whether nothing is left
 */
record Deletion(List<HasMetadata> left, boolean isComplete) {

    /** In the order in which they go. */
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
     * One look.
     *
     * @param children all that there would be if the cluster stayed
     */
    static Deletion of(Sync<Postgresql> in, List<HasMetadata> children) {
        List<Group> there = new ArrayList<>();
        for (String[] kind : KINDS) {
            for (KubeObject object : in.children(kind[0], kind[1])) {
                there.add(group(in.parent(), kind[1], object.name()));
            }
        }
        if (there.isEmpty()) {
            return new Deletion(List.of(), true);
        }
        Group next = there.stream().min(Group::compareTo).get();
        List<HasMetadata> left = children.stream()
                .filter(child -> exists(in, child))
                .filter(child ->
                        group(in.parent(), child.getKind(), name(child)).compareTo(next) > 0)
                .toList();
        return new Deletion(left, false);
    }

    /** Endpoints that Kubernetes makes for a Service go with it: as long as that is there they would come again. */
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
