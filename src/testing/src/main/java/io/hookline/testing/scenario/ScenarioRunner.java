package io.hookline.testing.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.Poller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ScenarioException;
import io.hookline.testing.scenario.file.ValueMatcher;
import io.hookline.testing.scenario.step.Step;
import io.hookline.testing.scenario.step.StepContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs scenarios against a cluster with a watcher and the hooks of the scenarios. The cluster can be in memory,
 * embedded behind HTTP, or a real one.
 */
public final class ScenarioRunner {

    private static final Duration INSTALL_WITHIN = Duration.ofSeconds(10);

    private ScenarioRunner() {}

    /**
     * Installs a scenario, runs its steps and deletes the created objects.
     *
     * @throws InterruptedException if the calling thread is interrupted; the created objects then stay
     */
    public static ScenarioResult run(Scenario scenario, ScenarioEnvironment environment) throws InterruptedException {
        Instant begin = environment.now();
        Optional<StepFailure> failure = Optional.empty();
        for (Iterator<ScenarioRun.Stage> stages =
                        new ScenarioRun(scenario, environment).stages().iterator();
                stages.hasNext(); ) {
            ScenarioRun.Stage stage = stages.next();
            if (failure.isEmpty()) {
                failure = stage.run();
            } else if (!stages.hasNext()) {
                stage.run(); // the cleanup; its failure is ignored, since the first failure is the cause
            }
        }
        return failure.<ScenarioResult>map(f -> new ScenarioResult.Failed(scenario.name(), f))
                .orElseGet(
                        () -> new ScenarioResult.Passed(scenario.name(), Duration.between(begin, environment.now())));
    }

    /**
     * Installs all manifests of a scenario without running steps or a cleanup.
     *
     * @param namespace for objects without a namespace, unless {@code expect.yaml} names one
     * @param installed receives each object as the API server returned it
     * @throws ScenarioException if the API server rejects an object, or does not serve its kind within ten seconds
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static void install(
            Scenario scenario, ScenarioEnvironment environment, String namespace, Consumer<KubeObject> installed)
            throws InterruptedException {
        Optional<String> failure = new ManifestInstaller(environment)
                .install(scenario.everything(), home(scenario, namespace), INSTALL_WITHIN, installed);
        if (failure.isPresent()) {
            throw new ScenarioException(failure.get());
        }
    }

    /** The namespace in {@code expect.yaml}, or the given one. */
    public static String home(Scenario scenario, String otherwise) {
        String stated = scenario.expect().namespace();
        return stated.isEmpty() ? otherwise : stated;
    }

    /**
     * The readiness of an installed scenario: every parent of its composite controllers was synced in its newest
     * generation, and the first checks of {@code expect.yaml} hold.
     */
    public static Readiness readiness(Scenario scenario, ScenarioEnvironment environment, String namespace) {
        ReadinessCheck check = new ReadinessCheck(scenario, environment, home(scenario, namespace));
        return within -> new Poller(environment).until(within, check::check);
    }

    /**
     * The readiness of the parents alone. Other than the checks of {@code expect.yaml}, this holds also if other
     * scenarios share the namespace.
     */
    public static Readiness readinessOfParents(Scenario scenario, ScenarioEnvironment environment, String namespace) {
        ReadinessCheck check = new ReadinessCheck(scenario, environment, home(scenario, namespace));
        return within -> new Poller(environment).until(within, check::checkParents);
    }

    /** What is waited for, any number of times: a check that has held is not repeated. Used by one thread at a time. */
    @FunctionalInterface
    public interface Readiness {

        /**
         * Waits until the scenario is ready.
         *
         * @return empty if it is; otherwise what is still missing
         * @throws InterruptedException if the calling thread is interrupted
         */
        Optional<String> await(Duration within) throws InterruptedException;
    }

    /**
     * Checks whether the parents of an installed scenario are synced and its first checks have held, one after the
     * other. Used by one thread at a time.
     */
    static final class ReadinessCheck {

        private final Scenario scenario;
        private final ScenarioEnvironment environment;
        private final String namespace;
        private final StepContext context;

        /**
         * The number of first checks that have held. A state that passes, such as a Pod that is created, is not
         * expected again.
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
}
