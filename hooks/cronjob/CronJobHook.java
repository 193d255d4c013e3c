import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobTemplateSpec;
import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.Names;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts a Job at each time of a schedule.
 *
 * <p>Everything is derived from the time of the call, the observed Jobs and the last status. The name of a Job has the time of its
 * start, so the same start never gets a second Job, even if the hook is called again before the first one is observed.
 */
public final class CronJobHook implements SyncHook<CronJob> {

    @Override
    public Answer sync(Sync<CronJob> in) {
        CronJob cronJob = in.parent();
        Runs runs = Runs.of(in);
        Optional<Instant> last = lastStart(cronJob, runs);
        Plan plan = Plan.of(cronJob.spec(), last.orElseGet(() -> created(cronJob)), in.now());
        Optional<Instant> start = plan.due().filter(_ -> mayStart(cronJob, runs));

        List<Object> children = new ArrayList<>();
        kept(cronJob, runs, start.isPresent()).stream().map(in::unchanged).forEach(children::add);
        start.ifPresent(time -> children.add(job(cronJob, time)));
        Answer answer = Answer.of().children(children).status(status(in, runs, last, plan));
        return resync(in, plan, warn(answer, plan));
    }

    /** The status has the latest start even when its Job was deleted, so that the start is not repeated. */
    private static Optional<Instant> lastStart(CronJob cronJob, Runs runs) {
        Optional<Instant> reported = Optional.ofNullable(cronJob.status())
                .map(CronJob.Status::lastScheduleTime)
                .map(Instant::parse);
        return Stream.of(reported, runs.latest()).flatMap(Optional::stream).max(Instant::compareTo);
    }

    private static Instant created(CronJob cronJob) {
        return Instant.parse(cronJob.metadata().getCreationTimestamp());
    }

    private static boolean mayStart(CronJob cronJob, Runs runs) {
        return cronJob.spec().concurrencyPolicy() != CronJob.ConcurrencyPolicy.Forbid || !runs.isActive();
    }

    /** The Jobs that are not deleted now. */
    private static List<KubeObject> kept(CronJob cronJob, Runs runs, boolean starts) {
        CronJob.Spec spec = cronJob.spec();
        List<KubeObject> kept =
                new ArrayList<>(runs.history(spec.successfulJobsHistoryLimit(), spec.failedJobsHistoryLimit()));
        boolean replaces = starts && spec.concurrencyPolicy() == CronJob.ConcurrencyPolicy.Replace;
        if (!replaces) {
            kept.addAll(runs.active());
        }
        return kept;
    }

    private static Job job(CronJob cronJob, Instant start) {
        JobTemplateSpec template = cronJob.spec().jobTemplate();
        return new JobBuilder()
                .withMetadata(template.getMetadata())
                .withSpec(template.getSpec())
                .editOrNewMetadata()
                .withName(Names.label(cronJob.name(), Long.toString(start.getEpochSecond())))
                .addToAnnotations(Runs.SCHEDULED_AT, start.toString())
                .endMetadata()
                .build();
    }

    /** A start counts when its Job is observed: the API server may refuse the Job, and then the start is still due. */
    private static CronJob.Status status(Sync<CronJob> in, Runs runs, Optional<Instant> last, Plan plan) {
        Conditions conditions = Conditions.of(in)
                .set(Plan.SCHEDULED, plan.reason().equals(Plan.SCHEDULED), plan.reason(), plan.message());
        return new CronJob.Status(
                runs.references(),
                last.map(Instant::toString).orElse(null),
                plan.next().map(Instant::toString).orElse(null),
                conditions.list());
    }

    private static Answer warn(Answer answer, Plan plan) {
        boolean intended = plan.reason().equals(Plan.SCHEDULED) || plan.reason().equals(Plan.SUSPENDED);
        return intended ? answer : answer.warning(plan.reason(), plan.message());
    }

    /** The watcher calls again at the time of the next start. */
    private static Answer resync(Sync<CronJob> in, Plan plan, Answer answer) {
        return plan.next()
                .map(next -> answer.resyncAfter(Duration.between(in.now(), next)))
                .orElse(answer);
    }
}
