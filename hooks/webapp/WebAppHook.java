import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;

/** Runs a WebApp: a Deployment, a Service and an Ingress. The status says how many Pods are ready, and at which URL. */
public final class WebAppHook implements SyncHook<WebApp> {

    @Override
    public Answer sync(Sync<WebApp> in) {
        WebApp app = in.parent();
        int wanted = app.spec().replicas();
        int ready = readyReplicas(in);
        boolean complete = ready >= wanted;
        Conditions conditions = Conditions.of(in)
                .set(
                        "Ready",
                        complete,
                        complete ? "PodsReady" : "PodsNotReady",
                        ready + " of " + wanted + " Pods are ready");
        return Answer.of(Children.deployment(app), Children.service(app), Children.ingress(app))
                .status(new WebApp.Status(ready, app.url(), conditions.list()));
    }

    /** What the Deployment reports: 0 if it does not exist yet, or has no status yet. */
    private static int readyReplicas(Sync<WebApp> in) {
        return in.child(Deployment.class, in.parent().name())
                .map(Deployment::getStatus)
                .map(DeploymentStatus::getReadyReplicas)
                .orElse(0);
    }
}
