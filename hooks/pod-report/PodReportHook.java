import static java.util.stream.Collectors.joining;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.hookline.hook.Answer;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;
import java.util.Map;

/** Reports the Pods of the namespace in the status and in a ConfigMap. The Pods are related objects: only read. */
public final class PodReportHook implements SyncHook<PodReport>, CustomizeHook<PodReport> {

    @Override
    public List<RelatedRule> customize(PodReport report) {
        RelatedRule pods = RelatedRule.of("v1", "pods");
        for (Map.Entry<String, String> label : report.wanted().entrySet()) {
            pods = pods.labelled(label.getKey(), label.getValue());
        }
        return List.of(pods);
    }

    @Override
    public Answer sync(Sync<PodReport> in) {
        List<PodReport.Line> lines =
                in.related(Pod.class).stream().map(PodReportHook::line).toList();
        long running =
                lines.stream().filter(line -> line.phase().equals("Running")).count();
        var text = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(in.parent().name())
                .endMetadata()
                .addToData("pods", lines.stream().map(PodReport.Line::toString).collect(joining()))
                .build();
        return Answer.of(text).status(new PodReport.Status(lines.size(), running, lines));
    }

    private static PodReport.Line line(Pod pod) {
        String phase = pod.getStatus() == null ? "Pending" : pod.getStatus().getPhase();
        return new PodReport.Line(
                pod.getMetadata().getName(),
                phase == null ? "Pending" : phase,
                pod.getSpec().getContainers().getFirst().getImage());
    }
}
