package io.hookline.testing.scenario;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.StepFailure.Detail;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.ObjectYaml;
import io.hookline.testing.scenario.environment.Poller;
import io.hookline.testing.scenario.environment.RecordedEvents;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Durations;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.step.Step;
import io.hookline.testing.scenario.step.StepContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

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

    /** Collects the details that explain why a step failed. */
    private static final class FailureReport {

        private static final int OBJECTS = 2;
        private static final int OBJECT_LINES = 80;
        private static final int WATCHER_LINES = 5;
        private static final int LINE_LENGTH = 300;

        private static final Pattern FOR_DEVELOPERS = Pattern.compile("^[0-9:.]+ (DEBUG|TRACE) ");

        private final ScenarioEnvironment environment;
        private final String namespace;

        /**
         * Creates the report of one scenario.
         *
         * @param namespace of the scenario
         */
        FailureReport(ScenarioEnvironment environment, String namespace) {
            this.environment = environment;
            this.namespace = namespace;
        }

        /**
         * Describes a failed step.
         *
         * @param action the step's operation with its variables resolved
         */
        StepFailure of(ScenarioStep step, Step action, StepContext context, String saw) {
            List<Detail> details = new ArrayList<>();
            details.add(new Detail("at", step.place()));
            details.add(new Detail("expected", action.describe(step.within())));
            Duration waited = environment.limit(step.within());
            if (!waited.equals(step.within())) {
                details.add(new Detail("waited", Durations.text(waited) + ", since the machine is busy"));
            }
            details.add(new Detail("saw", saw));
            RecordedEvents.of(environment, namespace, context.installer().controllers())
                    .newestWarning()
                    .ifPresent(warning -> details.add(new Detail("warning", shortened(warning))));
            action.objects().stream()
                    .flatMap(object -> find(object, context).stream())
                    .limit(OBJECTS)
                    .forEach(object -> details.add(new Detail("object", cut(ObjectYaml.of(object)))));
            List<String> lines = watcherLines(action.objects(), context);
            if (!lines.isEmpty()) {
                details.add(new Detail("watcher", String.join("\n", lines)));
            }
            return new StepFailure(step.number(), step.title(), details);
        }

        private static Optional<KubeObject> find(ObjectRef object, StepContext context) {
            try {
                return new NamespacedObjects(context.environment(), context.namespace()).find(object);
            } catch (ClusterException e) {
                return Optional.empty(); // the report has this error already, under "saw"
            }
        }

        private static String shortened(String line) {
            return line.length() <= LINE_LENGTH ? line : line.substring(0, LINE_LENGTH) + "...";
        }

        private static String cut(String yaml) {
            List<String> lines = yaml.lines().toList();
            return lines.size() <= OBJECT_LINES
                    ? yaml
                    : String.join("\n", lines.subList(0, OBJECT_LINES)) + "\n... and " + (lines.size() - OBJECT_LINES)
                            + " more lines";
        }

        /**
         * The last log lines about the step's objects; without any, the last lines about the namespace. Lines for
         * developers are left out.
         */
        private List<String> watcherLines(List<ObjectRef> objects, StepContext context) {
            List<String> log = environment.watcherLog().stream()
                    .filter(line -> !FOR_DEVELOPERS.matcher(line).find())
                    .toList();
            List<String> names =
                    objects.stream().map(ObjectRef::name).map(Pattern::quote).toList();
            Pattern about = Pattern.compile("(?<![\\w.-])(?:" + String.join("|", names) + ")(?![\\w.-])");
            Pattern namespaced = Pattern.compile("(?<![\\w.-])" + Pattern.quote(context.namespace()) + "(?![\\w.-])");
            List<String> inNamespace =
                    log.stream().filter(line -> namespaced.matcher(line).find()).toList();
            List<String> chosen = names.isEmpty()
                    ? inNamespace
                    : inNamespace.stream()
                            .filter(line -> about.matcher(line).find())
                            .toList();
            List<String> lines = chosen.isEmpty() ? inNamespace : chosen;
            return lines.subList(Math.max(0, lines.size() - WATCHER_LINES), lines.size()).stream()
                    .map(FailureReport::shortened)
                    .toList();
        }
    }

    /**
     * Deletes the objects that a scenario created, newest first: first the samples, while controllers and hooks still
     * work on their finalizers; then the controllers, the CRDs and the namespace. Objects that existed before the
     * scenario stay.
     */
    static final class Cleanup {

        private static final Duration WITHIN = Duration.ofSeconds(10);

        /** Short, since a cluster without a namespace controller never completes the deletion. A timeout is ignored. */
        private static final Duration WITHIN_NAMESPACE = Duration.ofSeconds(2);

        private final ScenarioEnvironment environment;
        private final Poller poll;
        private final List<String> problems = new ArrayList<>();

        /** Creates a cleanup. */
        Cleanup(ScenarioEnvironment environment) {
            this.environment = environment;
            this.poll = new Poller(environment);
        }

        /**
         * Deletes the objects.
         *
         * @return empty if every object was deleted; otherwise the objects whose deletion had to be forced
         */
        Optional<String> remove(List<ManifestInstaller.Created> created) throws InterruptedException {
            List<ManifestInstaller.Created> newestFirst = created.reversed();
            remove(newestFirst, c -> !isController(c) && !isCrd(c) && !isNamespace(c), WITHIN);
            remove(newestFirst, Cleanup::isController, WITHIN);
            remove(newestFirst, Cleanup::isCrd, WITHIN);
            List<String> wrong = List.copyOf(problems);
            remove(newestFirst, Cleanup::isNamespace, WITHIN_NAMESPACE);
            environment.forgetKinds();
            return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", wrong));
        }

        private void remove(
                List<ManifestInstaller.Created> all, Predicate<ManifestInstaller.Created> which, Duration within)
                throws InterruptedException {
            List<ManifestInstaller.Created> chosen = all.stream().filter(which).toList();
            for (ManifestInstaller.Created one : chosen) {
                poll.until(environment.limit(within), () -> requestDeletion(one))
                        .ifPresent(saw -> problems.add(one.object() + ": " + saw));
            }
            for (ManifestInstaller.Created one : chosen) {
                Optional<String> left = poll.until(environment.limit(within), () -> isDeleted(one));
                if (left.isPresent() && !isNamespace(one)) {
                    problems.add(one.object() + " was not deleted: " + left.get());
                    removeFinalizers(one);
                }
            }
        }

        private CheckResult requestDeletion(ManifestInstaller.Created one) {
            try {
                environment
                        .cluster()
                        .delete(
                                one.resource(),
                                one.object().key(),
                                DeleteOptions.ofUid(one.object().uid()));
            } catch (ClusterException.NotFound | ClusterException.Conflict e) {
                return CheckResult.holds(); // already deleted, or another object has the name now
            }
            return CheckResult.holds();
        }

        private CheckResult isDeleted(ManifestInstaller.Created one) {
            try {
                KubeObject now =
                        environment.cluster().get(one.resource(), one.object().key());
                boolean another = !now.uid().equals(one.object().uid());
                return CheckResult.of(another, "its finalizers are " + now.finalizers());
            } catch (ClusterException.NotFound e) {
                return CheckResult.holds();
            }
        }

        /** Forces the deletion, so that later scenarios get a clean cluster. */
        private void removeFinalizers(ManifestInstaller.Created one) {
            try {
                environment
                        .cluster()
                        .patch(
                                one.resource(),
                                one.object().key(),
                                Patch.merge("{\"metadata\":{\"finalizers\":null}}"),
                                WriteOptions.PLAIN.by(NamespacedObjects.MANAGER));
            } catch (ClusterException e) {
                problems.add("the finalizers of " + one.object() + " cannot be removed: " + e.getMessage());
            }
        }

        private static boolean isController(ManifestInstaller.Created one) {
            return Manifest.isController(one.object());
        }

        private static boolean isCrd(ManifestInstaller.Created one) {
            return Manifest.isCrd(one.object());
        }

        private static boolean isNamespace(ManifestInstaller.Created one) {
            return one.object().kind().equals("Namespace");
        }
    }
}
