import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.ArrayList;
import java.util.List;

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
        String message = succeeded + " of " + completions + " indexes have succeeded";
        Conditions conditions =
                Conditions.of(in).set("Complete", complete, complete ? "AllSucceeded" : "InProgress", message);
        return new IndexedJob.Status(
                indexes.active(), succeeded, indexes.failed().size(), conditions.list());
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
