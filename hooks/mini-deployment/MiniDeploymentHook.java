import io.fabric8.kubernetes.api.model.Condition;
import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;

/**
 * Replaces Pods step by step, as the Deployment controller of Kubernetes does: one MiniReplicaSet for each template. It writes
 * MiniReplicaSets only. Their controller creates the Pods, and reports in their status how many are ready.
 */
public final class MiniDeploymentHook implements SyncHook<MiniDeployment> {

    @Override
    public Answer sync(Sync<MiniDeployment> in) {
        MiniDeployment deployment = in.parent();
        String name = ReplicaSets.nameOf(in);
        List<MiniReplicaSet> all = in.children(MiniReplicaSet.class);
        MiniReplicaSet current =
                all.stream().filter(set -> set.name().equals(name)).findFirst().orElseGet(() -> ReplicaSets.of(in, 0));
        List<MiniReplicaSet> former = all.stream()
                .filter(set -> !set.name().equals(name))
                .sorted(ReplicaSets.OLDEST_FIRST)
                .toList();

        Rollout next = Rollout.next(deployment.spec(), current, former);
        Answer answer = Answer.of(ReplicaSets.of(in, next.current()));
        for (MiniReplicaSet set :
                ReplicaSets.withoutExpired(former, deployment.spec().revisionHistoryLimit())) {
            answer = answer.child(ReplicaSets.scaled(in, set, next.former(set)));
        }
        return answer.status(new MiniDeployment.Status(
                name,
                all.stream().mapToInt(MiniReplicaSet::replicas).sum(),
                current.replicas(),
                all.stream().mapToInt(MiniReplicaSet::ready).sum(),
                conditions(in, current, former)));
    }

    private static List<Condition> conditions(
            Sync<MiniDeployment> in, MiniReplicaSet current, List<MiniReplicaSet> former) {
        int wanted = in.parent().spec().replicas();
        int ready = current.ready()
                + former.stream().mapToInt(MiniReplicaSet::ready).sum();
        boolean available = ready >= wanted - in.parent().spec().maxUnavailable();
        boolean complete = current.ready() == wanted
                && current.replicas() == wanted
                && former.stream().allMatch(set -> set.replicas() == 0);
        return Conditions.of(in)
                .set(
                        "Available",
                        available,
                        available ? "EnoughPodsReady" : "PodsNotReady",
                        ready + " of " + wanted + " Pods are ready")
                .set(
                        "Complete",
                        complete,
                        complete ? "AllPodsUpdated" : "RolloutProgressing",
                        current.ready() + " of " + wanted + " Pods have the current template and are ready")
                .list();
    }
}
