package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Whether an installed example shows its first effect. */
final class ExampleReadiness {

    private final ExampleFolder folder;
    private final ExampleWorld world;
    private final String namespace;

    ExampleReadiness(ExampleFolder folder, ExampleWorld world, String namespace) {
        this.folder = folder;
        this.world = world;
        this.namespace = namespace;
    }

    /** One look. */
    StepSight look() {
        return parents()
                .map(this::isSynced)
                .filter(sight -> !(sight instanceof StepSight.Holds))
                .findFirst()
                .orElseGet(this::firstLooks);
    }

    /** The samples that a composite controller of the example takes as parents. */
    private Stream<KubeObject> parents() {
        List<JsonNode> rules = folder.everything().stream()
                .map(ExampleManifest::object)
                .filter(object -> object.kind().equals("CompositeController"))
                .map(object -> object.tree().path("spec").path("parentResource"))
                .toList();
        return folder.everything().stream()
                .map(ExampleManifest::object)
                .filter(object -> rules.stream().anyMatch(rule -> isOf(object, rule)));
    }

    private boolean isOf(KubeObject object, JsonNode rule) {
        return object.apiVersion().equals(rule.path("apiVersion").asText())
                && world.resource(object.gvk())
                        .filter(r -> r.plural().equals(rule.path("resource").asText()))
                        .isPresent();
    }

    private StepSight isSynced(KubeObject sample) {
        ApiResource resource = new StepObjects(world, namespace).resource(sample);
        String in = sample.namespace().isEmpty() && resource.namespaced() ? namespace : sample.namespace();
        try {
            KubeObject now = world.cluster().get(resource, new ObjectKey(in, sample.name()));
            JsonNode observed = now.tree().path("status").path("observedGeneration");
            return StepSight.of(
                    observed.asLong(-1) >= now.generation(),
                    now + " has status.observedGeneration " + StepMatch.show(observed));
        } catch (ClusterException.NotFound e) {
            return new StepSight.NotYet(sample + " does not exist");
        }
    }

    private StepSight firstLooks() {
        for (Step step : folder.expect().steps()) {
            if (!(step.action() instanceof StepAction.Look look)) {
                break;
            }
            String in = step.namespace().isEmpty() ? namespace : step.namespace();
            if (!world.hasAll(step.needs())) {
                continue;
            }
            StepSight sight = new StepLooks(new StepObjects(world, in), Map.of()).look(look);
            if (sight instanceof StepSight.NotYet(String saw)) {
                return new StepSight.NotYet(step.title() + ": " + saw);
            }
        }
        return StepSight.holds();
    }
}
