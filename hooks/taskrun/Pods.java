import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;

/** Builds Pods. */
final class Pods {

    static final String CONTAINER = "task";

    private Pods() {}

    static Pod pod(TaskRun task, String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withAnnotations(task.spec().podAnnotations())
                .endMetadata()
                .withNewSpec()
                .withRestartPolicy("Never") // the hook decides about the next attempt
                .addNewContainer()
                .withName(CONTAINER)
                .withImage(task.spec().image())
                .withCommand("/bin/sh", "-ec", task.spec().script())
                .withEnv(task.spec().env())
                .endContainer()
                .endSpec()
                .build();
    }
}
