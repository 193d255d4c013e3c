import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.hook.Answer;
import io.hookline.hook.Names;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a number of equal Pods, as the ReplicaSet controller of Kubernetes does. Pods are never changed: one that is deleted, has
 * ended or no longer matches the selector is replaced by a new one with a new name.
 */
public final class MiniReplicaSetHook implements SyncHook<MiniReplicaSet> {

    @Override
    public Answer sync(Sync<MiniReplicaSet> in) {
        MiniReplicaSet set = in.parent();
        Members members = Members.of(in);
        List<Object> pods = new ArrayList<>();
        for (Pod pod : members.kept(set.spec().replicas())) {
            pods.add(in.unchanged(
                    in.child("v1", "Pod", pod.getMetadata().getName()).orElseThrow()));
        }
        for (int number = members.next(); pods.size() < set.spec().replicas(); number++) {
            pods.add(pod(set, number));
        }
        return Answer.of(pods).status(new MiniReplicaSet.Status(members.count(), members.ready(), members.next()));
    }

    private static Pod pod(MiniReplicaSet set, int number) {
        PodTemplateSpec template = set.spec().template();
        return new PodBuilder()
                .withMetadata(template.getMetadata())
                .withSpec(template.getSpec())
                .editOrNewMetadata()
                .withName(Names.subdomain(set.name(), String.valueOf(number)))
                .endMetadata()
                .build();
    }
}
