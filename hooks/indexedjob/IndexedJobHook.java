import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs one Pod {@code <name>-<index>} for each index, a limited number at a time. The container finds its index in the
 * variable JOB_INDEX.
 */
public final class IndexedJobHook implements SyncHook<IndexedJob> {

    private static final String VARIABLE = "JOB_INDEX";

    @Override
    public Answer sync(Sync<IndexedJob> in) {
        IndexedJob job = in.parent();
        Indexes indexes = Indexes.of(job, in.children(Pod.class));
        List<Integer> wanted = new ArrayList<>(indexes.finished());
        if (job.isComplete()) {
            return Answer.of().children(pods(job, wanted)).status(job.status()); // deleted Pods are not created again
        }
        int parallelism = job.spec().parallelism();
        wanted.addAll(indexes.stillRunning(parallelism));
        wanted.addAll(indexes.next(parallelism));
        return Answer.of().children(pods(job, wanted)).status(status(in, indexes));
    }

    private static IndexedJob.Status status(Sync<IndexedJob> in, Indexes indexes) {
        int succeeded = indexes.succeeded().size();
        int completions = in.parent().spec().completions();
        boolean complete = succeeded == completions && indexes.active() == 0;
        String status = complete ? "True" : "False";
        Condition condition = new ConditionBuilder()
                .withType("Complete")
                .withStatus(status)
                .withReason(complete ? "AllSucceeded" : "InProgress")
                .withMessage(succeeded + " of " + completions + " indexes have succeeded")
                .withLastTransitionTime(since(in, status))
                .build();
        return new IndexedJob.Status(
                indexes.active(), succeeded, indexes.failed().size(), List.of(condition));
    }

    /** The time of the last change of the condition: now, unless the observed condition has the same status. */
    private static String since(Sync<IndexedJob> in, String status) {
        IndexedJob.Status last = in.parent().status();
        Stream<Condition> before = last == null ? Stream.of() : last.conditions().stream();
        return before.filter(condition -> status.equals(condition.getStatus()))
                .map(Condition::getLastTransitionTime)
                .findFirst()
                .orElseGet(() -> in.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private static List<Pod> pods(IndexedJob job, List<Integer> indexes) {
        return indexes.stream().sorted().map(index -> pod(job, index)).toList();
    }

    private static Pod pod(IndexedJob job, int index) {
        PodTemplateSpec template = job.spec().template();
        return new PodBuilder()
                .withMetadata(template.getMetadata())
                .withSpec(template.getSpec())
                .editOrNewMetadata()
                .withName(job.podName(index))
                .endMetadata()
                .editSpec()
                .withInitContainers(indexed(template.getSpec().getInitContainers(), index))
                .withContainers(indexed(template.getSpec().getContainers(), index))
                .endSpec()
                .build();
    }

    /** Adds the variable at the start, because only later variables can contain its value. */
    private static List<Container> indexed(List<Container> containers, int index) {
        EnvVar variable = new EnvVar(VARIABLE, String.valueOf(index), null);
        return containers.stream()
                .map(container -> new ContainerBuilder(container)
                        .removeMatchingFromEnv(other -> VARIABLE.equals(other.getName()))
                        .addToEnv(0, variable)
                        .build())
                .toList();
    }
}
