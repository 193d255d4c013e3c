import io.hookline.hook.Answer;
import io.hookline.hook.FinalizeHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs numbered Pods that keep their names and volumes, as a StatefulSet does. The controller uses one URL for both hooks, because
 * a CatSet that is being deleted is only scaled down to zero.
 *
 * <p>During a rolling update, the watcher calls this hook once for each revision of the CatSet, always with all Pods, and chooses
 * for each Pod the answer of one revision. So which Pods the answer lists depends on the Pods alone, never on their template.
 */
public final class CatSetHook implements SyncHook<CatSet>, FinalizeHook<CatSet> {

    @Override
    public Answer sync(Sync<CatSet> in) {
        CatSet set = in.parent();
        Members members = Members.of(in);
        int replicas = in.finalizing() ? 0 : set.spec().replicas();
        List<Integer> running = members.running(replicas);
        Answer answer = Answer.of()
                .children(Claims.of(in, running))
                .children(pods(in, members.surplus(replicas), running))
                .status(new CatSet.Status(members.count(), members.ready()));
        return in.finalizing() && members.count() == 0 ? answer.finalized() : answer;
    }

    @Override
    public Answer finalize(Sync<CatSet> in) {
        return sync(in);
    }

    /** The Pods with the highest ordinal first: a rolling update follows the order of the answer. */
    private static List<Object> pods(Sync<CatSet> in, List<Integer> surplus, List<Integer> running) {
        List<Object> pods = new ArrayList<>();
        for (int ordinal : surplus.reversed()) {
            pods.add(in.unchanged(
                    in.child("v1", "Pod", in.parent().podName(ordinal)).orElseThrow()));
        }
        for (int ordinal : running.reversed()) {
            pods.add(Pods.pod(in.parent(), ordinal));
        }
        return pods;
    }
}
