import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;

/**
 * Runs the containers of a job once on each node. The child is a DaemonSet whose Pods run them as init containers and then
 * pause, so a Pod that is ready has done its work. When all are ready, the job is complete and the DaemonSet is deleted.
 */
public final class DaemonJobHook implements SyncHook<DaemonJob> {

    @Override
    public Answer sync(Sync<DaemonJob> in) {
        DaemonJob job = in.parent();
        if (job.isComplete()) {
            return Answer.of().status(job.status()); // without children: the DaemonSet is deleted
        }
        // The DaemonSet is deleted only after the completion has been stored in the status. Otherwise a failure in
        // between would lose it, and the job would start again.
        DaemonSet observed = in.child(DaemonSet.class, job.daemonSetName()).orElseGet(DaemonSet::new);
        return Answer.of(DaemonSets.of(job)).status(Statuses.of(in, observed));
    }
}
