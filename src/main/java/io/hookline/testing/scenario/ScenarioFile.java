package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import io.hookline.object.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What {@code expect.yaml} says. Immutable.
 *
 * @param install the files that are there before the first step, in their order
 * @param namespace where the example runs; empty for one of its own
 * @param alone whether no other example may run meanwhile, since it touches every namespace
 */
record ExpectFile(List<String> install, String namespace, boolean alone, List<Step> steps) {

    /** The name of the file in each folder. */
    static final String NAME = "expect.yaml";

    /** What is installed when the file does not say otherwise. */
    static final List<String> INSTALL = List.of("crd.yaml", "controller.yaml", "sample.yaml");

    private static final Duration WITHIN = Duration.ofSeconds(5);

    ExpectFile {
        install = List.copyOf(install);
        steps = List.copyOf(steps);
    }

    /**
     * Reads the file's text.
     *
     * @param file how messages name it
     * @param files the objects of another file of the folder
     * @throws ExampleException naming line and place of the first mistake
     */
    static ExpectFile parse(String file, String text, Function<String, List<ExampleManifest>> files) {
        List<ExampleYaml.Document> documents = ExampleYaml.parse(file, text);
        if (documents.size() != 1) {
            throw new ExampleException(file + ": expected one YAML document, found " + documents.size());
        }
        ExampleYaml.Document document = documents.getFirst();
        StepFields fields = new StepFields(document, document.tree(), Place.ROOT);
        List<String> install = fields.has("install") ? fields.texts("install") : INSTALL;
        String namespace = fields.optionalText("namespace").orElse("");
        boolean alone = fields.isTrue("alone");
        StepReader reader = new StepReader(files, fields.duration("within", WITHIN));
        List<Step> steps = steps(fields, reader);
        fields.refuseOthers(NAME);
        return new ExpectFile(install, namespace, alone, steps);
    }

    private static List<Step> steps(StepFields fields, StepReader reader) {
        JsonNode list = fields.need("steps");
        if (!list.isArray() || list.isEmpty()) {
            throw fields.problem("steps", "expected a list of steps, was " + Json.describe(list));
        }
        List<Step> steps = new ArrayList<>();
        for (JsonNode step : list) {
            steps.add(reader.read(fields.document(), step, steps.size()));
        }
        return steps;
    }
}
