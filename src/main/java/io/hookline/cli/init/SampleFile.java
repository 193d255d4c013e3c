package io.hookline.cli.init;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.yaml.YamlWriter;

/** Writes {@code sample.yaml}: a parent, or an object to decorate. */
final class SampleFile {

    private SampleFile() {}

    /** The file. */
    static GeneratedFile file(ProjectPlan plan) {
        ObjectNode sample = plan.decorator() ? plan.withLabel() : of(plan);
        return new GeneratedFile(
                "sample.yaml", Words.withArticle(plan.parent().kind()) + " to try", YamlWriter.write(sample));
    }

    /** The sample of a new kind. */
    static ObjectNode of(ProjectPlan plan) {
        ObjectNode sample = Json.NODES.objectNode();
        sample.put("apiVersion", plan.parent().apiVersion());
        sample.put("kind", plan.parent().kind());
        sample.putObject("metadata").put("name", ProjectPlan.SAMPLE);
        ObjectNode spec = sample.putObject("spec");
        plan.fields().forEach(field -> spec.set(field.text(), field.sample()));
        return sample;
    }
}
