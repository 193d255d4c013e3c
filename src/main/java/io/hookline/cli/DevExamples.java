package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The examples of a {@code dev} run: which, installing them, running their expectations. */
final class DevExamples {

    /** A few that show the range: a child, two stages, failing attempts, and a loop without children. */
    private static final List<String> DEFAULT = List.of("hello", "developer", "mini-job", "thermostat");

    private static final List<String> CONTROLLER_KINDS =
            List.of("compositecontrollers.yaml", "decoratorcontrollers.yaml", "controllerrevisions.yaml");

    private static final Duration INSTALL_WITHIN = Duration.ofSeconds(10);

    private final ExampleWorld world;
    private final Console console;

    DevExamples(ExampleWorld world, Console console) {
        this.world = world;
        this.console = console;
    }

    /**
     * The examples that the command line means.
     *
     * @throws IllegalArgumentException naming the known ones, if one is not there
     */
    static List<ExampleFolder> chosen(DevCommand.Options options) {
        if (!Files.isDirectory(options.examples())) {
            if (options.all() || !options.names().isEmpty()) {
                throw new Failures.CommandFailed("there is no examples folder "
                        + options.examples().toAbsolutePath() + "; name one with --examples");
            }
            return List.of();
        }
        List<ExampleFolder> known = ExampleFolder.readAll(options.examples());
        if (options.all()) {
            return known;
        }
        List<String> wanted = options.names().isEmpty() ? DEFAULT : options.names();
        List<ExampleFolder> chosen = new ArrayList<>();
        for (String name : wanted) {
            Optional<ExampleFolder> found =
                    known.stream().filter(e -> e.name().equals(name)).findFirst();
            if (found.isPresent()) {
                chosen.add(found.get());
            } else if (!options.names().isEmpty()) {
                throw new UnknownExample(name, options, known);
            }
        }
        return chosen;
    }

    /** A name on the command line that no folder has. */
    static final class UnknownExample extends RuntimeException {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        UnknownExample(String name, DevCommand.Options options, List<ExampleFolder> known) {
            super(problem(name, options.examples()) + "; there are: "
                    + known.stream().map(ExampleFolder::name).collect(Collectors.joining(", ")));
        }

        private static String problem(String name, Path examples) {
            return Files.isDirectory(examples.resolve(name))
                    ? examples.resolve(name) + " is no example yet: it has no " + ExpectFile.NAME
                            + ", which says in at least one step what must be seen"
                    : "there is no example " + name + " in " + examples + "/";
        }
    }

    /** Installs the definitions of CompositeController and its like. */
    void installControllerKinds() throws InterruptedException {
        List<ExampleManifest> manifests = new ArrayList<>();
        for (String file : CONTROLLER_KINDS) {
            manifests.addAll(ExampleManifest.parse(file, resource("/io/hookline/cli/crds/" + file)));
        }
        install(manifests);
    }

    private void install(List<ExampleManifest> manifests) throws InterruptedException {
        ExampleInstallation installation = new ExampleInstallation(world, new ExampleInstaller(world), "default");
        Optional<String> trouble = installation.install(manifests, INSTALL_WITHIN, _ -> {});
        if (trouble.isPresent()) {
            throw new Failures.CommandFailed(trouble.get());
        }
    }

    private static String resource(String name) {
        try (InputStream in = DevExamples.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Installs examples and leaves them there. */
    void install(Iterable<ExampleFolder> examples) throws InterruptedException {
        for (ExampleFolder example : examples) {
            List<String> installed = new ArrayList<>();
            ExampleRunner.install(example, world, "default", object -> installed.add(shown(object)));
            console.step("example", example.name() + ": " + String.join(", ", installed));
        }
    }

    private static String shown(KubeObject object) {
        return object.kind().equals("CustomResourceDefinition") ? "CRD " + object.name() : object.toString();
    }

    /** Waits until every sample has its children and first status. */
    void awaitReady(List<ExampleFolder> examples, Duration within) throws InterruptedException {
        List<String> missing = new ArrayList<>();
        for (ExampleFolder example : examples) {
            ExampleRunner.awaitReady(example, world, "default", within)
                    .ifPresent(text -> missing.add(example.name() + ": " + text));
        }
        if (missing.isEmpty()) {
            console.step("ready", examples.isEmpty() ? "no example" : "every sample has its children and first status");
        } else {
            missing.forEach(text -> console.step("NOT READY", text));
        }
    }

    /** Runs each example's expectations; gives the exit code. */
    int runOnce(List<ExampleFolder> examples, Shutdown shutdown) throws InterruptedException {
        ExampleRuns runs = new ExampleRuns(world, shutdown::isAsked);
        Optional<Integer> failed = runs.run(examples, this::tell);
        if (failed.isEmpty()) {
            console.line("interrupted");
            return 1;
        }
        console.line((examples.size() - failed.get()) + " passed, " + failed.get() + " failed");
        return failed.get() == 0 ? 0 : 1;
    }

    private void tell(ExampleResult result) {
        switch (result) {
            case ExampleResult.Passed(String name, Duration took) ->
                console.line("PASS " + name + " (" + Console.seconds(took) + ")");
            case ExampleResult.Failed(String name, int _, String text) -> console.line("FAIL " + name + ": " + text);
        }
    }

    /** What kubectl can list: {@code hellos,developers}. */
    static String plurals(List<ExampleFolder> examples) {
        return examples.stream()
                .flatMap(example -> example.everything().stream())
                .filter(ExampleManifest::isCrd)
                .map(DevExamples::plural)
                .collect(Collectors.joining(","));
    }

    /** Of kinds that end in List kubectl looks for the items, unless their group is named too. */
    private static String plural(ExampleManifest crd) {
        JsonNode spec = crd.object().tree().path("spec");
        String plural = spec.path("names").path("plural").asText();
        return plural.endsWith("lists") ? plural + "." + spec.path("group").asText() : plural;
    }

    /** A sample to change: {@code hello/world}. */
    static String firstSample(List<ExampleFolder> examples) {
        return examples.stream()
                .flatMap(example -> example.everything().stream())
                .filter(manifest -> !manifest.isCrd() && !manifest.isController())
                .map(manifest -> manifest.object().kind().toLowerCase(Locale.ROOT) + "/"
                        + manifest.object().name())
                .findFirst()
                .orElse("...");
    }
}
