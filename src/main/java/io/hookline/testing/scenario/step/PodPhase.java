package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.within;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.file.MergePatch;
import io.hookline.testing.scenario.file.ObjectRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * {@code run}, {@code done}, {@code fail}: writes the status of Pods as a kubelet does: {@code Running} and ready,
 * {@code Succeeded}, or {@code Failed}.
 */
record PodPhase(List<String> pods, String phase) implements Step {

    PodPhase {
        pods = List.copyOf(pods);
    }

    static PodPhase read(StepYaml yaml, String phase) {
        return new PodPhase(yaml.fields().texts(yaml.keyword()), phase);
    }

    @Override
    public String describe(Duration within) {
        return "Pods " + pods + " to take phase " + phase + within(within);
    }

    @Override
    public List<ObjectRef> objects() {
        return pods.stream().map(pod -> new ObjectRef("pods", pod)).toList();
    }

    @Override
    public PodPhase resolve(Variables variables) {
        return new PodPhase(pods.stream().map(variables::fill).toList(), phase);
    }

    @Override
    public Optional<String> run(StepContext context) throws InterruptedException {
        for (ObjectRef pod : objects()) {
            Optional<String> failure = context.write(() -> {
                ObjectNode status = status(context.objects().get(pod));
                context.objects().patch(pod, new MergePatch(status, true));
            });
            if (failure.isPresent()) {
                return Optional.of(pod + ": " + failure.get());
            }
        }
        return Optional.empty();
    }

    /** Sets the phase and the Ready condition, and keeps other conditions. */
    private ObjectNode status(KubeObject pod) {
        ObjectNode status = Json.NODES.objectNode().put("phase", phase);
        ArrayNode conditions = status.putArray("conditions");
        pod.tree().path("status").path("conditions").forEach(condition -> {
            if (!condition.path("type").asText().equals("Ready")) {
                conditions.add(condition);
            }
        });
        conditions.addObject().put("type", "Ready").put("status", phase.equals("Running") ? "True" : "False");
        return status;
    }
}
