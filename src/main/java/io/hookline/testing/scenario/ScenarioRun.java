package io.hookline.testing.scenario;

import io.hookline.cluster.ClusterException;
import io.hookline.testing.scenario.StepFailure.Detail;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.step.Step;
import io.hookline.testing.scenario.step.StepContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One run of a scenario as stages: the installation, each step, the cleanup. The scenario gets its own namespace, and
 * all its objects are deleted at the end. Used by one thread.
 */
public final class ScenarioRun {

    private static final Duration INSTALL_WITHIN = Duration.ofSeconds(10);

    /** Three characters less than the API server allows, for a number. */
    private static final int LONGEST_NAMESPACE = 60;

    private final Scenario scenario;
    private final ScenarioEnvironment environment;
    private final ManifestInstaller installer;

    /** Prepares a run. */
    public ScenarioRun(Scenario scenario, ScenarioEnvironment environment) {
        this.scenario = scenario;
        this.environment = environment;
        this.installer = new ManifestInstaller(environment);
    }

    /**
     * One stage. Stages must run in order; after a failed stage only the last one runs.
     *
     * @param title the statement that the stage checks
     */
    public record Stage(String title, Action action) {

        /** Runs the stage. Returns empty if it succeeded. */
        public Optional<StepFailure> run() throws InterruptedException {
            return action.run();
        }
    }

    /** The work of a stage. */
    @FunctionalInterface
    public interface Action {

        /** Returns empty on success. */
        Optional<StepFailure> run() throws InterruptedException;
    }

    /** All stages: the first one installs the manifests, the last one deletes the created objects. */
    public List<Stage> stages() {
        List<Stage> stages = new ArrayList<>();
        Steps steps = new Steps();
        stages.add(new Stage("the manifests are installed", steps::install));
        scenario.expect().steps().forEach(step -> stages.add(new Stage(step.title(), () -> steps.run(step))));
        stages.add(new Stage("everything is removed", this::cleanUp));
        return stages;
    }

    private Optional<StepFailure> cleanUp() throws InterruptedException {
        return new Cleanup(environment)
                .remove(installer.created())
                .map(left ->
                        failure(scenario.stepCount() + 1, "everything is removed", "everything to be removed", left));
    }

    private static StepFailure failure(int step, String title, String expected, String saw) {
        return new StepFailure(step, title, List.of(new Detail("expected", expected), new Detail("saw", saw)));
    }

    /** The installation and the steps, which share a namespace and variables. */
    private final class Steps {

        private Optional<StepContext> installed = Optional.empty();

        Optional<StepFailure> install() throws InterruptedException {
            Duration within = environment.limit(INSTALL_WITHIN);
            Optional<String> saw;
            try {
                String namespace = namespace();
                StepContext context = StepContext.begin(environment, installer, namespace);
                installed = Optional.of(context);
                scenario.expect().steps().forEach(step -> step.operation().begin(context));
                saw = installer.install(scenario.before(), namespace, within, _ -> {});
            } catch (ClusterException e) {
                saw = Optional.of(e.reason() + ": " + e.getMessage());
            }
            return saw.map(text -> failure(0, "the manifests are installed", "to install the manifests", text));
        }

        Optional<StepFailure> run(ScenarioStep step) throws InterruptedException {
            if (!environment.hasAll(step.needs())) {
                return Optional.empty();
            }
            StepContext shared = installed.orElseThrow(() -> new IllegalStateException("nothing is installed yet"));
            StepContext context = shared.forStep(step.namespace(), environment.limit(step.within()));
            Step action = step.operation().resolve(context.variables());
            Optional<String> saw;
            try {
                saw = action.run(context);
            } catch (ClusterException e) {
                saw = Optional.of(e.reason() + ": " + e.getMessage());
            }
            return saw.map(text -> new FailureReport(environment, shared.namespace()).of(step, action, context, text));
        }
    }

    /** The scenario's own namespace. If the one of an earlier run is still being deleted, a number is appended. */
    private String namespace() {
        if (!scenario.expect().namespace().isEmpty()) {
            return scenario.expect().namespace();
        }
        String first = namespaceFor(scenario.name());
        String namespace = first;
        for (int i = 2; installer.isTerminating(namespace); i++) {
            namespace = first + "-" + i;
        }
        return namespace;
    }

    /** The name of a folder may have capitals, dots and spaces; that of a namespace may not. */
    private static String namespaceFor(String folder) {
        String name = "example-"
                + folder.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-", "");
        return name.substring(0, Math.min(name.length(), LONGEST_NAMESPACE)).replaceAll("-+$", "");
    }
}
