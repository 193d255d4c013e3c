import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyOnExitCodesRequirement;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyRule;
import java.util.List;
import java.util.Optional;

/** Decides what a failed Pod means from the exit codes of its containers: the first rule that matches wins, as in a Job. */
final class FailurePolicy {

    /**
     * What a failed Pod means.
     *
     * @param counts whether it is one of the failures that {@code backoffLimit} limits
     * @param fatal why the job fails at once
     */
    record Verdict(boolean counts, Optional<String> fatal) {}

    private static final Verdict COUNT = new Verdict(true, Optional.empty());
    private static final Verdict IGNORE = new Verdict(false, Optional.empty());

    private FailurePolicy() {}

    static Verdict of(List<PodFailurePolicyRule> rules, Pod pod) {
        for (PodFailurePolicyRule rule : rules) {
            Optional<ContainerStatus> match = exited(pod).stream()
                    .filter(container -> matches(rule.getOnExitCodes(), container))
                    .findFirst();
            if (match.isPresent()) {
                return verdict(rule.getAction(), pod, match.get());
            }
        }
        return COUNT;
    }

    private static Verdict verdict(String action, Pod pod, ContainerStatus container) {
        return switch (action) {
            case "FailJob" -> {
                String reason = "Container " + container.getName() + " of Pod "
                        + pod.getMetadata().getName() + " failed with exit code " + exitCode(container)
                        + ", which no further attempt can repair";
                yield new Verdict(true, Optional.of(reason));
            }
            case "Ignore" -> IGNORE;
            default -> COUNT;
        };
    }

    private static boolean matches(PodFailurePolicyOnExitCodesRequirement rule, ContainerStatus container) {
        boolean named =
                rule.getContainerName() == null || rule.getContainerName().equals(container.getName());
        boolean listed = rule.getValues().contains(exitCode(container));
        return named && listed == "In".equals(rule.getOperator());
    }

    /** The containers that have failed: exit code 0 matches no rule, not even {@code NotIn}. */
    private static List<ContainerStatus> exited(Pod pod) {
        return pod.getStatus().getContainerStatuses().stream()
                .filter(container -> container.getState() != null
                        && container.getState().getTerminated() != null
                        && exitCode(container) != 0)
                .toList();
    }

    private static int exitCode(ContainerStatus container) {
        return container.getState().getTerminated().getExitCode();
    }
}
