import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.hookline.hook.Answer;
import io.hookline.hook.ChildTemplate;
import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs a small GitLab: first its stores, then a Job that migrates the database, then the parts that use it. A new version goes
 * through the same stages, while the parts of the old version run.
 */
public final class GitLabHook implements SyncHook<GitLab> {

    private final ChildTemplate<GitLab.Store, StatefulSet> store =
            ChildTemplate.file("store.yaml", GitLab.Store.class, StatefulSet.class);
    private final ChildTemplate<GitLab.Store, Service> address =
            ChildTemplate.file("store-service.yaml", GitLab.Store.class, Service.class);
    private final ChildTemplate<GitLab.Part, Job> migrations =
            ChildTemplate.file("migrations.yaml", GitLab.Part.class, Job.class);
    private final ChildTemplate<GitLab.Part, Deployment> part =
            ChildTemplate.file("part.yaml", GitLab.Part.class, Deployment.class);
    private final ChildTemplate<GitLab, Service> web =
            ChildTemplate.file("web-service.yaml", GitLab.class, Service.class);
    private final ChildTemplate<GitLab, Ingress> ingress =
            ChildTemplate.file("ingress.yaml", GitLab.class, Ingress.class);
    private final SecureRandom random = new SecureRandom();

    /** How far the migrations of the desired version are. */
    private enum Stage {
        PREPARING("Preparing", "the stores are not ready"),
        MIGRATING("Migrating", "the migrations run"),
        FAILED("MigrationsFailed", "the migrations have failed; delete the Job to repeat them"),
        MIGRATED("Running", "the database has the desired version");

        final String phase;
        final String message;

        Stage(String phase, String message) {
            this.phase = phase;
            this.message = message;
        }
    }

    @Override
    public Answer sync(Sync<GitLab> in) {
        GitLab gitlab = in.parent();
        Answer answer = Answer.of(web.fill(gitlab), ingress.fill(gitlab));
        for (String name : gitlab.secrets()) {
            Optional<KubeObject> old = in.child("v1", "Secret", name);
            answer = answer.child(old.isPresent() ? in.unchanged(old.get()) : secret(name));
        }
        for (GitLab.Store one : gitlab.stores()) {
            answer = answer.child(store.fill(one)).child(address.fill(one));
        }
        Job job = migrations.fill(gitlab.migrations());
        job.getMetadata()
                .setName(job.getMetadata().getName() + "-"
                        + in.hash(job.getSpec()).text());
        Stage stage = stage(in, job.getMetadata().getName());
        if (stage != Stage.PREPARING) {
            answer = answer.child(job);
        }
        for (GitLab.Part one : gitlab.parts()) {
            Optional<KubeObject> old = in.child("apps/v1", "Deployment", one.name());
            if (stage == Stage.MIGRATED) {
                answer = answer.child(part.fill(one));
            } else if (old.isPresent()) {
                answer = answer.child(
                        in.unchanged(old.get())); // the old version, until the new one can use the database
            }
        }
        return answer.status(status(in, stage, job.getMetadata().getName()));
    }

    private static Stage stage(Sync<GitLab> in, String migrations) {
        Optional<Job> job = in.child(Job.class, migrations);
        if (job.isEmpty()) {
            return in.parent().stores().stream().allMatch(one -> isReady(in, one)) ? Stage.MIGRATING : Stage.PREPARING;
        }
        return has(job.get(), "Complete") ? Stage.MIGRATED : has(job.get(), "Failed") ? Stage.FAILED : Stage.MIGRATING;
    }

    private static boolean has(Job job, String condition) {
        return job.getStatus() != null
                && job.getStatus().getConditions().stream()
                        .anyMatch(one -> one.getType().equals(condition)
                                && one.getStatus().equals("True"));
    }

    /** Whether the store runs with its image of the desired version. */
    private static boolean isReady(Sync<GitLab> in, GitLab.Store store) {
        Optional<StatefulSet> set = in.child(StatefulSet.class, store.name());
        Optional<StatefulSetStatus> status = set.map(StatefulSet::getStatus);
        return status.map(StatefulSetStatus::getReadyReplicas).orElse(0) > 0
                && image(set.get()).equals(store.image()) // otherwise this answer changes it
                && Objects.equals(
                        status.get().getObservedGeneration(),
                        set.get().getMetadata().getGeneration())
                && Objects.equals(
                        status.get().getCurrentRevision(), status.get().getUpdateRevision());
    }

    private static String image(StatefulSet set) {
        return set.getSpec().getTemplate().getSpec().getContainers().getFirst().getImage();
    }

    private Secret secret(String name) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .addToStringData("secret", new BigInteger(160, random).toString(36))
                .build();
    }

    private static GitLab.Status status(Sync<GitLab> in, Stage stage, String job) {
        GitLab gitlab = in.parent();
        int wanted = gitlab.parts().stream().mapToInt(GitLab.Part::replicas).sum();
        int ready = gitlab.parts().stream()
                .flatMap(one -> in.child(Deployment.class, one.name()).stream())
                .mapToInt(one -> one.getStatus() == null || one.getStatus().getReadyReplicas() == null
                        ? 0
                        : one.getStatus().getReadyReplicas())
                .sum();
        String old = gitlab.status() == null ? null : gitlab.status().version();
        String version = stage == Stage.MIGRATED ? gitlab.spec().chart().version() : old;
        Conditions conditions = Conditions.of(in)
                .set("Migrated", stage == Stage.MIGRATED, stage.phase, stage.message)
                .set(
                        "Available",
                        version != null && ready >= wanted,
                        stage.phase,
                        ready + " of " + wanted + " Pods are ready");
        return new GitLab.Status(stage.phase, version, job, conditions.list());
    }
}
