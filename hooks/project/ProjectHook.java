import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.hookline.hook.Answer;
import io.hookline.hook.ChildTemplate;
import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;

/** Creates a Namespace, and in it what each team has: administrators, limits, and a network of its own. */
public final class ProjectHook implements SyncHook<Project> {
    private final ChildTemplate<Project, Namespace> namespace =
            ChildTemplate.file("namespace.yaml", Project.class, Namespace.class);
    private final ChildTemplate<Project, LimitRange> limits =
            ChildTemplate.file("limit-range.yaml", Project.class, LimitRange.class);
    private final ChildTemplate<Project, NetworkPolicy> network =
            ChildTemplate.file("network-policy.yaml", Project.class, NetworkPolicy.class);
    private final ChildTemplate<Admins, RoleBinding> binding =
            ChildTemplate.file("role-binding.yaml", Admins.class, RoleBinding.class);

    /** The values of the template of the RoleBinding. */
    private record Admins(String namespace, List<Subject> users) {}

    /** The Namespace comes first: the API server refuses objects of a namespace that does not exist, or is being deleted. */
    @Override
    public Answer sync(Sync<Project> in) {
        Project project = in.parent();
        boolean exists = in.child(Namespace.class, project.name())
                .filter(found -> found.getMetadata().getDeletionTimestamp() == null)
                .isPresent();
        Answer answer = Answer.of(namespace.fill(project));
        if (exists) {
            answer = answer.children(List.of(
                    binding.fill(new Admins(project.name(), users(project))),
                    limits.fill(project),
                    network.fill(project)));
        }
        int missing = 4 - in.children().size();
        boolean ready = exists && missing == 0;
        String reason = ready ? "Created" : exists ? "CreatingContent" : "CreatingNamespace";
        String message = ready ? "the namespace and its content exist" : missing + " of 4 objects are missing";
        return answer.status(new Project.Status(
                Conditions.of(in).set("Ready", ready, reason, message).list()));
    }

    private static List<Subject> users(Project project) {
        return project.spec().admins().stream()
                .map(user -> new Subject("rbac.authorization.k8s.io", "User", user, null))
                .toList();
    }
}
