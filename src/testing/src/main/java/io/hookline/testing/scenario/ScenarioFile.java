package io.hookline.testing.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.ScenarioException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The content of {@code expect.yaml}. Immutable.
 *
 * @param install the files to install before the first step, in order
 * @param with the names of other scenarios whose CRDs and controllers this one needs
 * @param namespace the namespace of the scenario; empty for a new one
 * @param alone whether no other scenario may run at the same time, because this one changes every namespace
 * @param document the file, for the places of errors; empty for a folder without it
 */
record ScenarioFile(
        List<String> install,
        List<String> with,
        String namespace,
        boolean alone,
        List<ScenarioStep> steps,
        Optional<LocatedYaml.Document> document) {

    /** The name of the file in each folder. */
    static final String NAME = "expect.yaml";

    /** The files to install by default. */
    static final List<String> INSTALL = List.of("crd.yaml", "controller.yaml", "sample.yaml");

    private static final Duration WITHIN = Duration.ofSeconds(5);

    ScenarioFile {
        install = List.copyOf(install);
        with = List.copyOf(with);
        steps = List.copyOf(steps);
    }

    /** The content for a folder without the file: these manifests, and no steps. */
    static ScenarioFile without(List<String> manifests) {
        return new ScenarioFile(manifests, List.of(), "", false, List.of(), Optional.empty());
    }

    /**
     * Reads the file's text.
     *
     * @param file the name of the file for messages
     * @param files reads the objects of another file of the folder
     * @throws ScenarioException with line and place of the first error
     */
    static ScenarioFile parse(String file, String text, Function<String, List<Manifest>> files) {
        List<LocatedYaml.Document> documents = LocatedYaml.parse(file, text);
        if (documents.size() != 1) {
            throw new ScenarioException(file + ": expected one YAML document, found " + documents.size());
        }
        LocatedYaml.Document document = documents.getFirst();
        MappingReader fields = new MappingReader(document, document.tree(), FieldPath.ROOT);
        List<String> install = fields.has("install") ? fields.texts("install") : INSTALL;
        List<String> with = fields.has("with") ? fields.texts("with") : List.of();
        String namespace = fields.optionalText("namespace").orElse("");
        boolean alone = fields.isTrue("alone");
        List<ScenarioStep> steps = steps(fields, files, fields.duration("within", WITHIN));
        fields.refuseOthers(NAME);
        return new ScenarioFile(install, with, namespace, alone, steps, Optional.of(document));
    }

    /** Creates an error about an entry of {@code install}. */
    ScenarioException wrongInstall(String entry, String text) {
        return wrong("install", install.indexOf(entry), entry + ": " + text);
    }

    /** Creates an error about an entry of {@code with}. */
    ScenarioException wrongWith(String entry, String text) {
        return wrong("with", with.indexOf(entry), text);
    }

    private ScenarioException wrong(String list, int index, String text) {
        return document.map(file -> file.problem(new FieldPath(list).index(index), text))
                .orElseGet(() -> new ScenarioException(text));
    }

    private static List<ScenarioStep> steps(
            MappingReader fields, Function<String, List<Manifest>> files, Duration within) {
        JsonNode list = fields.need("steps");
        if (!list.isArray()) {
            throw fields.problem("steps", "expected a list of steps, was " + Json.describe(list));
        }
        if (list.isEmpty()) {
            throw fields.problem("steps", "must have at least one step");
        }
        List<ScenarioStep> steps = new ArrayList<>();
        for (JsonNode step : list) {
            steps.add(ScenarioStep.read(fields.document(), step, steps.size(), files, within));
        }
        return steps;
    }
}
