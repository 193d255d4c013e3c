package io.hookline.cli.dev;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.ScenarioSuite;
import io.hookline.testing.scenario.StepFailure;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The examples of a {@code dev} run: chooses, installs and tests them. */
public final class DevExamples {

    /** Four examples that show the range: one child, two stages, failing attempts, and a controller without children. */
    private static final List<String> DEFAULT = List.of("hello", "developer", "mini-job", "thermostat");

    private final ScenarioEnvironment environment;
    private final Console console;

    public DevExamples(ScenarioEnvironment environment, Console console) {
        this.environment = environment;
        this.console = console;
    }

    /**
     * The examples that the command line names, or the default ones.
     *
     * @throws CliErrors.UsageError with the known names, if an example does not exist
     */
    static List<Scenario> chosen(DevCommand.Options options) {
        if (!Files.isDirectory(options.examples())) {
            if (options.all() || !options.names().isEmpty()) {
                throw new CliErrors.CommandFailed("no such examples folder: "
                        + options.examples().toAbsolutePath() + "; choose another with --examples");
            }
            return List.of();
        }
        List<Scenario> known = Scenario.readAll(options.examples());
        if (options.all()) {
            return known;
        }
        List<String> wanted = options.names().isEmpty() ? DEFAULT : options.names();
        List<Scenario> chosen = new ArrayList<>();
        for (String name : wanted) {
            Optional<Scenario> found =
                    known.stream().filter(e -> e.name().equals(name)).findFirst();
            if (found.isPresent()) {
                chosen.add(found.get());
            } else if (!options.names().isEmpty()) {
                throw new UnknownExample(name, options, known);
            }
        }
        return chosen;
    }

    /** A name on the command line without an example folder. */
    static final class UnknownExample extends CliErrors.UsageError {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        UnknownExample(String name, DevCommand.Options options, List<Scenario> known) {
            super(problem(name, options.examples()) + "; examples are: "
                    + known.stream().map(Scenario::name).collect(Collectors.joining(", ")));
        }

        private static String problem(String name, Path examples) {
            return Files.isDirectory(examples.resolve(name))
                    ? examples.resolve(name) + " is not a complete example: it needs a file " + Scenario.FILE
                            + " with at least one step"
                    : "no example " + name + " in " + examples + "/";
        }
    }

    /** Installs examples without cleanup. */
    void install(Iterable<Scenario> examples) throws InterruptedException {
        for (Scenario example : examples) {
            List<String> installed = new ArrayList<>();
            ScenarioRunner.install(example, environment, "default", object -> installed.add(shown(object)));
            console.step("example", example.name() + ": " + String.join(", ", installed));
        }
    }

    private static String shown(KubeObject object) {
        return object.kind().equals("CustomResourceDefinition") ? "CRD " + object.name() : object.toString();
    }

    /** Waits until every sample has its children and first status. */
    void awaitReady(List<Scenario> examples, Duration within) throws InterruptedException {
        List<String> missing = new ArrayList<>();
        for (Scenario example : examples) {
            ScenarioRunner.awaitReady(example, environment, "default", within)
                    .ifPresent(text -> missing.add(example.name() + ": " + text));
        }
        if (missing.isEmpty()) {
            console.step("ready", examples.isEmpty() ? "no example" : "every sample has its children and first status");
        } else {
            missing.forEach(text -> console.step("NOT READY", text));
        }
    }

    /** Runs the {@code expect.yaml} of each example and returns the exit code. */
    public int runOnce(List<Scenario> examples, Shutdown shutdown) throws InterruptedException {
        ScenarioSuite suite = new ScenarioSuite(environment, shutdown::isRequested);
        Optional<Integer> failed = suite.run(examples, this::report);
        if (failed.isEmpty()) {
            console.line("interrupted");
            return 1;
        }
        console.line((examples.size() - failed.get()) + " passed, " + failed.get() + " failed");
        return failed.get() == 0 ? 0 : 1;
    }

    private void report(ScenarioResult result) {
        switch (result) {
            case ScenarioResult.Passed(String name, Duration took) ->
                console.line("PASS " + name + " (" + Console.seconds(took) + ")");
            case ScenarioResult.Failed(String name, StepFailure failure) ->
                console.line("FAIL " + name + ", " + failure);
        }
    }

    /** The kinds for {@code kubectl get}: {@code hellos,developers}. */
    static String plurals(List<Scenario> examples) {
        return examples.stream()
                .flatMap(example -> example.everything().stream())
                .filter(Manifest::isCrd)
                .map(DevExamples::plural)
                .collect(Collectors.joining(","));
    }

    /** If a plural ends in "lists", kubectl looks up the items of the list, unless the group is named too. */
    private static String plural(Manifest crd) {
        JsonNode spec = crd.object().tree().path("spec");
        String plural = spec.path("names").path("plural").asText();
        return plural.endsWith("lists") ? plural + "." + spec.path("group").asText() : plural;
    }

    /** A sample for {@code kubectl edit}: {@code hello/world}. */
    static String firstSample(List<Scenario> examples) {
        return examples.stream()
                .flatMap(example -> example.everything().stream())
                .filter(manifest -> !manifest.isCrd() && !manifest.isController())
                .map(manifest -> manifest.object().kind().toLowerCase(Locale.ROOT) + "/"
                        + manifest.object().name())
                .findFirst()
                .orElse("...");
    }
}
