import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.FinalizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;
import java.util.Optional;

/**
 * Runs memcached servers in a Deployment, and lists their Pods in the status. The Pods are related objects: they belong to a
 * ReplicaSet of the Deployment, not to the Memcached.
 */
public final class MemcachedHook implements SyncHook<Memcached>, FinalizeHook<Memcached>, CustomizeHook<Memcached> {

    private static final String AVAILABLE = "Available";
    private static final String DEGRADED = "Degraded";

    @Override
    public List<RelatedRule> customize(Memcached memcached) {
        RelatedRule pods = RelatedRule.of("v1", "pods").inNamespace(memcached.namespace());
        for (var label : memcached.podLabels().entrySet()) {
            pods = pods.labelled(label.getKey(), label.getValue());
        }
        return List.of(pods);
    }

    @Override
    public Answer sync(Sync<Memcached> in) {
        return Answer.of(Deployments.of(in.parent())).status(status(in, available(in)));
    }

    /** Deletes the Deployment, and keeps the Memcached until the Deployment is deleted. */
    @Override
    public Answer finalize(Sync<Memcached> in) {
        Conditions last = Conditions.of(in);
        Conditions conditions = last.set(AVAILABLE, false, "Finalizing", "The Memcached is being deleted")
                .set(DEGRADED, true, "Finalizing", "The Deployment is being deleted");
        Answer answer = Answer.of().status(status(in, conditions));
        if (!last.isTrue(DEGRADED)) {
            answer = answer.warning("Deleting", "Memcached " + in.parent().name() + " is being deleted");
        }
        return in.children(Deployment.class).isEmpty() ? answer.finalized() : answer;
    }

    private static Memcached.Status status(Sync<Memcached> in, Conditions conditions) {
        List<String> nodes = in.related(Pod.class).stream()
                .map(pod -> pod.getMetadata().getName())
                .toList();
        return new Memcached.Status(nodes, conditions.list());
    }

    private static Conditions available(Sync<Memcached> in) {
        Optional<Deployment> deployment = in.child(Deployment.class, in.parent().name());
        if (deployment.isEmpty()) {
            return Conditions.of(in).unknown(AVAILABLE, "Reconciling", "The Deployment is being created");
        }
        int size = in.parent().spec().size();
        int ready = deployment
                .map(Deployment::getStatus)
                .map(DeploymentStatus::getAvailableReplicas)
                .orElse(0);
        String message = ready + " of " + size + " servers are available";
        return Conditions.of(in).set(AVAILABLE, ready >= size, ready >= size ? "AllAvailable" : "Reconciling", message);
    }
}
