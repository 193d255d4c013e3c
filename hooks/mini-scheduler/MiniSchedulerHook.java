import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.effect.PodBinder;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;

/** Binds each Pod without a node to the suitable node with the fewest Pods. */
public final class MiniSchedulerHook implements DecorateHook<Pod>, CustomizeHook<Pod> {

    private final PodBinder binder;
    private final AssumedPods assumed = new AssumedPods();

    public MiniSchedulerHook(PodBinder binder) {
        this.binder = binder;
    }

    /** All nodes, and all Pods to count; nothing for a Pod that has a node. */
    @Override
    public List<RelatedRule> customize(Pod pod) {
        return pod.getSpec().getNodeName() != null
                ? List.of()
                : List.of(RelatedRule.of("v1", "nodes"), RelatedRule.of("v1", "pods"));
    }

    @Override
    public Decoration decorate(Sync<Pod> in) {
        Pod pod = in.parent();
        boolean waits = pod.getSpec().getNodeName() == null
                && pod.getSpec().getSchedulingGates().isEmpty()
                && pod.getMetadata().getDeletionTimestamp() == null;
        return waits ? scheduled(in, pod) : Decoration.of();
    }

    /** One Pod after the other, as in kube-scheduler: two calls at once would count the same Pods and pick the same node. */
    private synchronized Decoration scheduled(Sync<Pod> in, Pod pod) {
        if (assumed.has(pod)) {
            return Decoration.of(); // bound a moment ago
        }
        Fit fit = Fit.of(pod, in.related(Node.class), assumed.countByNode(in.related(Pod.class), in.now()));
        if (fit.node().isEmpty()) {
            return waiting(in, fit.reason());
        }
        String node = fit.node().get();
        if (!binder.bind(pod, node)) {
            return Decoration.of(); // another scheduler was faster, or the Pod was deleted
        }
        assumed.add(pod, node, in.now());
        return Decoration.of()
                .event(
                        "Scheduled",
                        "Successfully assigned " + pod.getMetadata().getNamespace() + "/"
                                + pod.getMetadata().getName() + " to " + node);
    }

    /** A node that changes and a Pod that is deleted are related objects, so they call the hook again. */
    private Decoration waiting(Sync<Pod> in, String reason) {
        Decoration answer = Decoration.of().status(unschedulable(in, reason)).warning("FailedScheduling", reason);
        return assumed.nextForgotten()
                .map(time -> answer.resyncAfter(Duration.between(in.now(), time)))
                .orElse(answer);
    }

    /** The observed status with the condition that no node is suitable, the reason, and since when. */
    private static PodStatus unschedulable(Sync<Pod> in, String reason) {
        PodStatus observed = Objects.requireNonNullElseGet(in.parent().getStatus(), PodStatus::new);
        String since = observed.getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled")
                        && condition.getStatus().equals("False"))
                .map(PodCondition::getLastTransitionTime)
                .findFirst()
                .orElseGet(() -> in.now().truncatedTo(ChronoUnit.SECONDS).toString());
        PodCondition condition = new PodConditionBuilder()
                .withType("PodScheduled")
                .withStatus("False")
                .withReason("Unschedulable")
                .withMessage(reason)
                .withLastTransitionTime(since)
                .build();
        return new PodStatusBuilder(observed)
                .removeMatchingFromConditions(old -> "PodScheduled".equals(old.getType()))
                .addToConditions(condition)
                .build();
    }
}
