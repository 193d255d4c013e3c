import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.effect.PodRemover;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Runs Pods as a kubelet would, without any container: reports their status, and removes them after their grace period. */
public final class FakeKubeletHook implements DecorateHook<Pod>, CustomizeHook<Pod> {

    /** A node with this label belongs to the kubelet of that controller. */
    private static final String NODE_LABEL = "fake-kubelet/node";

    private final PodRemover remover;

    public FakeKubeletHook(PodRemover remover) {
        this.remover = remover;
    }

    /** The node of the Pod, whose label names its kubelet. */
    @Override
    public List<RelatedRule> customize(Pod pod) {
        String node = pod.getSpec().getNodeName();
        return node == null ? List.of() : List.of(RelatedRule.of("v1", "nodes").named(node));
    }

    @Override
    public Decoration decorate(Sync<Pod> in) {
        Pod pod = in.parent();
        if (!isOurs(in)) {
            return Decoration.of();
        }
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            return removed(pod, in.now());
        }
        if (hasEnded(pod)) {
            return Decoration.of(); // the status of an ended Pod is not changed
        }
        PodRun run = PodRun.next(pod, in.now().truncatedTo(ChronoUnit.SECONDS));
        return later(Decoration.of().status(run.status()), in.now(), run.due());
    }

    private static boolean isOurs(Sync<Pod> in) {
        String kubelet = in.controller().name();
        return Orders.optsIn(in.parent())
                || in.related(Node.class).stream()
                        .map(node -> node.getMetadata().getLabels())
                        .anyMatch(labels -> labels != null && kubelet.equals(labels.get(NODE_LABEL)));
    }

    private static boolean hasEnded(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }

    /** The API server only marks a Pod with a node for deletion; its kubelet removes it when its containers have ended. */
    private Decoration removed(Pod pod, Instant now) {
        long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
        if (grace == 0) {
            return Decoration.of(); // a finalizer holds the Pod, not the kubelet
        }
        Instant deadline = Instant.parse(pod.getMetadata().getDeletionTimestamp());
        Instant end = Orders.of(pod)
                .stops()
                .map(deadline.minusSeconds(grace)::plus)
                .filter(deadline::isAfter)
                .orElse(deadline);
        if (!hasEnded(pod) && now.isBefore(end)) {
            return later(Decoration.of(), now, Optional.of(end));
        }
        remover.remove(pod);
        return Decoration.of();
    }

    private static Decoration later(Decoration answer, Instant now, Optional<Instant> due) {
        return due.filter(now::isBefore)
                .map(then -> answer.resyncAfter(Duration.between(now, then)))
                .orElse(answer);
    }
}
