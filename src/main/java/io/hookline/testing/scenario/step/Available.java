package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.testing.scenario.file.MergePatch;
import io.hookline.testing.scenario.file.ObjectRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code avail}: writes the status of a workload controller: this number of replicas, all ready and available. */
record Available(ObjectRef target, long replicas) implements Step {

    static Available read(StepYaml yaml) {
        return new Available(yaml.target(), yaml.fields().number("replicas"));
    }

    @Override
    public String describe(Duration within) {
        return target + " to take " + replicas + " replicas" + within(within);
    }

    @Override
    public List<ObjectRef> objects() {
        return List.of(target);
    }

    @Override
    public Available resolve(Variables variables) {
        return new Available(variables.fill(target), replicas);
    }

    @Override
    public Optional<String> run(StepContext context) throws InterruptedException {
        return context.write(() -> {
            ObjectNode status = Json.NODES.objectNode();
            for (String field : List.of("replicas", "readyReplicas", "availableReplicas")) {
                status.put(field, replicas);
            }
            status.put("observedGeneration", context.objects().get(target).generation());
            context.objects().patch(target, new MergePatch(status, true));
        });
    }
}
