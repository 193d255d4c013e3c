import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.Sync;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Reports the status of Pods as a kubelet would: running, and ended when their time is up. No container runs. */
public final class FakeKubeletHook implements DecorateHook<Pod> {

    @Override
    public Decoration decorate(Sync<Pod> in) {
        Pod pod = in.parent();
        PodStatus observed = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
        if ("Succeeded".equals(observed.getPhase()) || "Failed".equals(observed.getPhase())) {
            return Decoration.of(); // the status of an ended Pod is not changed
        }
        Orders orders = Orders.of(pod);
        Instant now = in.now().truncatedTo(ChronoUnit.SECONDS);
        // The hook has no other memory than the status, so it reads the start time from there.
        Instant start = observed.getStartTime() == null ? now : Instant.parse(observed.getStartTime());
        Report report = new Report(pod, observed, start);
        if (orders.seconds().isEmpty()) {
            return Decoration.of().status(report.running());
        }
        Instant end = start.plusSeconds(orders.seconds().getAsInt());
        if (now.isBefore(end)) {
            return Decoration.of().status(report.running()).resyncAfter(Duration.between(in.now(), end));
        }
        return Decoration.of().status(report.ended(end, orders.exitCode()));
    }
}
