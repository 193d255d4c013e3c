import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;
import java.util.Objects;

/**
 * Runs the Deployment that a Foo names.
 *
 * <p>The user chooses the name, so another Deployment may have it. The hook requests the Deployment of that name as a related
 * object, whatever its owner is: it reports the conflict, and is called again when the other Deployment is deleted.
 */
public final class FooHook implements SyncHook<Foo>, CustomizeHook<Foo> {

    private static final String SYNCED = "Synced";
    private static final String EXISTS = "ErrResourceExists";

    @Override
    public List<RelatedRule> customize(Foo foo) {
        return List.of(RelatedRule.of("apps/v1", "deployments")
                .inNamespace(foo.namespace())
                .named(foo.spec().deploymentName()));
    }

    @Override
    public Answer sync(Sync<Foo> in) {
        return isNameTaken(in) ? waiting(in) : synced(in);
    }

    private static boolean isNameTaken(Sync<Foo> in) {
        String name = in.parent().spec().deploymentName();
        return in.child(Deployment.class, name).isEmpty()
                && in.related(Deployment.class, name)
                        .filter(deployment -> !isControlledBy(in.parent(), deployment))
                        .isPresent();
    }

    private static boolean isControlledBy(Foo foo, Deployment deployment) {
        return deployment.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> Boolean.TRUE.equals(owner.getController())
                        && owner.getUid().equals(foo.metadata().getUid()));
    }

    /** The answer lists only the Deployment of the current name, so that of an earlier name is deleted. */
    private static Answer synced(Sync<Foo> in) {
        Conditions conditions = Conditions.of(in).set(SYNCED, true, SYNCED, "The Deployment is managed by this Foo");
        Answer answer = Answer.of(Deployments.of(in.parent())).status(status(in, conditions));
        return isReported(in, conditions) ? answer : answer.event(SYNCED, "Foo synced successfully");
    }

    /** The answer lists what exists: a Deployment of an earlier name runs until the new name is free. */
    private static Answer waiting(Sync<Foo> in) {
        String problem = "Deployment " + in.parent().spec().deploymentName()
                + " already exists and is not managed by this Foo; delete it, or change spec.deploymentName";
        Conditions conditions = Conditions.of(in).set(SYNCED, false, EXISTS, problem);
        return Answer.of()
                .children(in.children().stream().map(in::unchanged).toList())
                .status(status(in, conditions))
                .warning(EXISTS, problem);
    }

    private static Foo.Status status(Sync<Foo> in, Conditions conditions) {
        int available = in.children(Deployment.class).stream()
                .map(Deployment::getStatus)
                .filter(status -> status != null && status.getAvailableReplicas() != null)
                .mapToInt(status -> status.getAvailableReplicas())
                .sum();
        return new Foo.Status(available, conditions.list());
    }

    /** Whether the last status already has the condition for this generation of the Foo. */
    private static boolean isReported(Sync<Foo> in, Conditions conditions) {
        Condition now = conditions.find(SYNCED).orElseThrow();
        return Conditions.of(in)
                .find(SYNCED)
                .filter(last -> now.getStatus().equals(last.getStatus())
                        && Objects.equals(now.getObservedGeneration(), last.getObservedGeneration()))
                .isPresent();
    }
}
