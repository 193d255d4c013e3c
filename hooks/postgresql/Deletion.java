import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.Sync;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.Optional;

/**
 * Deletes a cluster in groups: a group is deleted when the group before is deleted completely. Volumes are kept.
 *
 * @param left the children to keep for now, as they are
 * @param isComplete whether no child is left
 */
record Deletion(List<JsonNode> left, boolean isComplete) {

    /** In the order of deletion. */
    private enum Group {
        BACKUP,
        DATABASE,
        SECRETS,
        BUDGETS,
        ENDPOINTS,
        SERVICES,
        POOLERS,
        ACCOUNT
    }

    /** Decides which of the observed children to keep. */
    static Deletion of(Sync<Postgresql> in) {
        Optional<Group> next =
                in.children().stream().map(child -> group(in.parent(), child)).min(Group::compareTo);
        List<JsonNode> left = in.children().stream()
                .filter(child -> group(in.parent(), child).compareTo(next.orElseThrow()) > 0)
                .map(in::unchanged)
                .toList();
        return new Deletion(left, next.isEmpty());
    }

    /** Endpoints of a Service are deleted with it, because Kubernetes recreates them as long as the Service exists. */
    private static Group group(Postgresql cluster, KubeObject child) {
        return switch (child.kind()) {
            case "CronJob" -> Group.BACKUP;
            case "StatefulSet" -> Group.DATABASE;
            case "Secret" -> Group.SECRETS;
            case "PodDisruptionBudget" -> Group.BUDGETS;
            case "Deployment" -> Group.POOLERS;
            case "ServiceAccount", "Role", "RoleBinding" -> Group.ACCOUNT;
            default -> {
                if (Poolers.isPooler(cluster, child.name())) {
                    yield Group.POOLERS;
                }
                boolean ofPatroni = child.name().equals(Networking.primary(cluster))
                        || child.name().equals(Switchover.nameOf(cluster));
                yield child.kind().equals("Endpoints") && ofPatroni ? Group.ENDPOINTS : Group.SERVICES;
            }
        };
    }
}
