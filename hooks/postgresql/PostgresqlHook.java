import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.FinalizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;

/**
 * Runs a PostgreSQL cluster on Kubernetes, with one class for each group of children. All responses depend only on the request,
 * except for new passwords, which are random.
 */
public final class PostgresqlHook implements SyncHook<Postgresql>, FinalizeHook<Postgresql>, CustomizeHook<Postgresql> {

    private final SecureRandom random = new SecureRandom();

    /** Requests the Pods, which belong to the StatefulSet: a rolling update continues when they are ready. And the teams. */
    @Override
    public List<RelatedRule> customize(Postgresql cluster) {
        if (!cluster.hasGoodName()) {
            return List.of();
        }
        RelatedRule pods = RelatedRule.of("v1", "pods").inNamespace(cluster.namespace());
        for (Map.Entry<String, String> label : cluster.selector().entrySet()) {
            pods = pods.labelled(label.getKey(), label.getValue());
        }
        return List.of(pods, RelatedRule.of("acid.zalan.do/v1", "postgresteams").inNamespace(cluster.namespace()));
    }

    @Override
    public Answer sync(Sync<Postgresql> in) {
        if (!in.parent().hasGoodName()) {
            Conditions invalid = Conditions.of(in)
                    .set(
                            "Valid",
                            false,
                            "InvalidName",
                            "use at most 58 lower-case letters, digits and -, and start with a letter");
            return Answer.of().status(new Postgresql.Status("Invalid", invalid.list(), null, null));
        }
        Rollout rollout = Rollout.of(in);
        Users users = Users.of(in);
        Team team = Team.of(in);
        List<HasMetadata> children = new Children(in, users, rollout, random).all();
        return Answer.of()
                .children(children)
                .status(new Postgresql.Status(
                        Phases.of(in, rollout), valid(in, users).list(), team.members(), team.superusers()));
    }

    private static Conditions valid(Sync<Postgresql> in, Users users) {
        return users.problems().isEmpty()
                ? Conditions.of(in).set("Valid", true, "AllNamesAreValid", "")
                : Conditions.of(in).set("Valid", false, "InvalidUsers", String.join("; ", users.problems()));
    }

    /** Deletes the children, one group after the other, then releases the finalizer. */
    @Override
    public Answer finalize(Sync<Postgresql> in) {
        Deletion deletion = Deletion.of(in);
        Answer answer = Answer.of().children(deletion.left()).status(in.parent().status());
        return deletion.isComplete() ? answer.finalized() : answer;
    }
}
