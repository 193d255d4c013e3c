import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.hookline.hook.Answer;
import io.hookline.hook.ChildTemplate;
import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;

/** Runs a WebApp: a Deployment, a Service and an Ingress. The status has the number of ready Pods, and the URL. */
public final class WebAppHook implements SyncHook<WebApp> {
    private final ChildTemplate<WebApp, Deployment> deployment =
            ChildTemplate.file("deployment.yaml", WebApp.class, Deployment.class);
    private final ChildTemplate<WebApp, Service> service =
            ChildTemplate.file("service.yaml", WebApp.class, Service.class);
    private final ChildTemplate<WebApp, Ingress> ingress =
            ChildTemplate.file("ingress.yaml", WebApp.class, Ingress.class);

    @Override
    public Answer sync(Sync<WebApp> in) {
        WebApp app = in.parent();
        int wanted = app.spec().replicas();
        int ready = in.child(Deployment.class, app.name())
                .map(Deployment::getStatus) // absent until the Deployment controller has seen it
                .map(DeploymentStatus::getReadyReplicas)
                .orElse(0);
        boolean complete = ready >= wanted;
        String reason = complete ? "PodsReady" : "PodsNotReady";
        String message = ready + " of " + wanted + " Pods are ready";
        Conditions conditions = Conditions.of(in).set("Ready", complete, reason, message);
        return Answer.of(deployment.fill(app), service.fill(app), ingress.fill(app))
                .status(new WebApp.Status(ready, app.url(), conditions.list()));
    }
}
