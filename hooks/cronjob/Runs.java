import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.hookline.hook.Sync;
import io.hookline.object.KubeObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The observed Jobs of a CronJob, those that started first at the beginning. */
record Runs(List<Run> all) {

    /** Where a Job has the time for which it was started. */
    static final String SCHEDULED_AT = "batch.tutorial.kubebuilder.io/scheduled-at";

    private enum State {
        ACTIVE,
        SUCCESSFUL,
        FAILED
    }

    /** One observed Job. */
    record Run(KubeObject object, Instant scheduledAt, State state) {

        private static Run of(Sync<CronJob> in, KubeObject object) {
            Job job = in.read(object, Job.class);
            return new Run(object, scheduledAt(job), state(job));
        }

        /** A Job that another program created has no valid annotation: then its creation counts. */
        private static Instant scheduledAt(Job job) {
            Map<String, String> annotations = job.getMetadata().getAnnotations();
            String time = annotations == null ? null : annotations.get(SCHEDULED_AT);
            try {
                return Instant.parse(time == null ? job.getMetadata().getCreationTimestamp() : time);
            } catch (java.time.format.DateTimeParseException e) {
                return Instant.parse(job.getMetadata().getCreationTimestamp());
            }
        }

        private static State state(Job job) {
            if (job.getStatus() == null || job.getStatus().getConditions() == null) {
                return State.ACTIVE;
            }
            return job.getStatus().getConditions().stream()
                    .filter(condition -> "True".equals(condition.getStatus()))
                    .map(JobCondition::getType)
                    .flatMap(type -> switch (type) {
                        case "Complete" -> Stream.of(State.SUCCESSFUL);
                        case "Failed" -> Stream.of(State.FAILED);
                        default -> Stream.of();
                    })
                    .findFirst()
                    .orElse(State.ACTIVE);
        }

        private ObjectReference reference() {
            return new ObjectReferenceBuilder()
                    .withApiVersion("batch/v1")
                    .withKind("Job")
                    .withNamespace(object.namespace())
                    .withName(object.name())
                    .withUid(object.uid())
                    .build();
        }
    }

    static Runs of(Sync<CronJob> in) {
        return new Runs(in.children("batch/v1", "Job").stream()
                .map(object -> Run.of(in, object))
                .sorted(Comparator.comparing(Run::scheduledAt))
                .toList());
    }

    /** The time of the latest start of the Jobs that exist. */
    Optional<Instant> latest() {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast().scheduledAt());
    }

    boolean isActive() {
        return !of(State.ACTIVE).isEmpty();
    }

    List<ObjectReference> references() {
        return of(State.ACTIVE).stream().map(Run::reference).toList();
    }

    List<KubeObject> active() {
        return of(State.ACTIVE).stream().map(Run::object).toList();
    }

    /** The Jobs that have finished and are kept. Beyond the limits, the oldest are not. */
    List<KubeObject> history(int successfulLimit, int failedLimit) {
        List<Run> kept = new ArrayList<>(latest(of(State.SUCCESSFUL), successfulLimit));
        kept.addAll(latest(of(State.FAILED), failedLimit));
        return kept.stream().map(Run::object).toList();
    }

    private List<Run> of(State state) {
        return all.stream().filter(run -> run.state() == state).toList();
    }

    private static List<Run> latest(List<Run> runs, int limit) {
        return runs.subList(Math.max(0, runs.size() - limit), runs.size());
    }
}
