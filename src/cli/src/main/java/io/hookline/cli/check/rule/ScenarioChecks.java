package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.ValuePath;
import java.util.List;
import java.util.stream.Stream;

/** Mistakes in the steps of {@code expect.yaml}, which would otherwise wait for something that cannot happen. */
final class ScenarioChecks {

    private ScenarioChecks() {}

    /** Kinds that no API server serves and no CRD of the project defines. */
    static Stream<Finding> unknownKinds(CheckedProject project) {
        KindNames kinds = new KindNames(project.api());
        return project.examples().stream()
                .flatMap(example -> Stream.concat(
                        example.mentions().stream()
                                .flatMap(mention -> kinds.problem(mention.kind()).stream()
                                        .map(problem -> Finding.error(mention.place(), problem))),
                        example.writtenBySteps().stream()
                                .flatMap(written -> kinds
                                        .problem(written.object().gvk())
                                        .stream()
                                        .map(problem -> Finding.error(written.place(), problem)))));
    }

    /**
     * Values that the schema of their kind does not have. It is only a warning: a scenario may show that the API server
     * removes a field.
     */
    static Stream<Finding> unknownValues(CheckedProject project) {
        return project.examples().stream()
                .flatMap(example -> example.mentions().stream())
                .flatMap(mention -> mention.value().stream().flatMap(value -> unknown(project.api(), mention, value)));
    }

    private static Stream<Finding> unknown(ProjectApi api, Scenario.Mention mention, ValuePath value) {
        return api.named(mention.kind()).stream()
                .flatMap(resource -> api.unknownFields(resource, tree(value)).stream()
                        .map(path -> Finding.warning(
                                mention.place(),
                                ProjectApi.removed(path, resource.kind()) + api.advice(resource, path))));
    }

    /** The smallest object that has a value at a path. */
    private static ObjectNode tree(ValuePath path) {
        return tree(path.parts()) instanceof ObjectNode object ? object : Json.NODES.objectNode();
    }

    private static JsonNode tree(List<ValuePath.Part> parts) {
        if (parts.isEmpty()) {
            return Json.NODES.booleanNode(true);
        }
        JsonNode rest = tree(parts.subList(1, parts.size()));
        return switch (parts.getFirst()) {
            case ValuePath.Part.Field(String name) -> Json.NODES.objectNode().set(name, rest);
            case ValuePath.Part.Index _ -> Json.NODES.arrayNode().add(rest);
            case ValuePath.Part.Where _ -> Json.NODES.arrayNode().add(rest);
        };
    }
}
