package io.hookline.testing.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ValueMatcher;
import io.hookline.testing.scenario.step.Step;
import io.hookline.testing.scenario.step.StepContext;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks whether the parents of an installed scenario are synced and its first checks have held, one after the other.
 * Used by one thread.
 */
final class ReadinessCheck {

    private final Scenario scenario;
    private final ScenarioEnvironment environment;
    private final String namespace;
    private final StepContext context;

    /**
     * The number of first checks that have held. A state that passes, such as a Pod that is created, is not expected
     * again.
     */
    private int held;

    ReadinessCheck(Scenario scenario, ScenarioEnvironment environment, String namespace) {
        this.scenario = scenario;
        this.environment = environment;
        this.namespace = namespace;
        this.context = StepContext.begin(environment, new ManifestInstaller(environment), namespace);
    }

    /** Checks once. */
    CheckResult check() {
        CheckResult parents = checkParents();
        return parents instanceof CheckResult.Holds ? firstChecks() : parents;
    }

    /** Checks the parents once. */
    CheckResult checkParents() {
        return parents()
                .map(this::isSynced)
                .filter(result -> !(result instanceof CheckResult.Holds))
                .findFirst()
                .orElseGet(CheckResult::holds);
    }

    /** The samples that are parents of a composite controller of the scenario. */
    private Stream<KubeObject> parents() {
        List<JsonNode> rules = scenario.everything().stream()
                .map(Manifest::object)
                .filter(object -> object.kind().equals("CompositeController"))
                .map(object -> object.tree().path("spec").path("parentResource"))
                .toList();
        return scenario.everything().stream()
                .map(Manifest::object)
                .filter(object -> rules.stream().anyMatch(rule -> isOf(object, rule)));
    }

    private boolean isOf(KubeObject object, JsonNode rule) {
        return object.apiVersion().equals(rule.path("apiVersion").asText())
                && environment
                        .resource(object.gvk())
                        .filter(r -> r.plural().equals(rule.path("resource").asText()))
                        .isPresent();
    }

    private CheckResult isSynced(KubeObject sample) {
        ApiResource resource = new NamespacedObjects(environment, namespace).resource(sample);
        String in = sample.namespace().isEmpty() && resource.namespaced() ? namespace : sample.namespace();
        try {
            KubeObject now = environment.cluster().get(resource, new ObjectKey(in, sample.name()));
            JsonNode observed = now.tree().path("status").path("observedGeneration");
            String problem = observed.isMissingNode()
                    ? "status.observedGeneration is not set"
                    : "status.observedGeneration is " + ValueMatcher.show(observed) + ", not " + now.generation();
            return CheckResult.of(observed.asLong(-1) >= now.generation(), now + ": " + problem);
        } catch (ClusterException.NotFound e) {
            return new CheckResult.NotYet(sample + " does not exist");
        }
    }

    private CheckResult firstChecks() {
        List<ScenarioStep> steps = scenario.expect().steps();
        for (; held < steps.size(); held++) {
            ScenarioStep step = steps.get(held);
            if (!(step.operation() instanceof Step.Check check)) {
                break;
            }
            if (!environment.hasAll(step.needs())) {
                continue;
            }
            CheckResult result = check.check(context.forStep(step.namespace(), Duration.ZERO));
            if (result instanceof CheckResult.NotYet(String saw)) {
                return new CheckResult.NotYet(step.title() + ": " + saw.replace("\n", ", "));
            }
        }
        return CheckResult.holds();
    }
}
