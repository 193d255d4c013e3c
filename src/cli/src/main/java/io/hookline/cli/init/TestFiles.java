package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.init.ProjectGenerator.GeneratedFile;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.yaml.YamlWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes what tests a project: {@code sample.yaml}, the fixture of its hook, and {@code expect.yaml}. */
final class TestFiles {

    private final ProjectPlan plan;

    TestFiles(ProjectPlan plan) {
        this.plan = plan;
    }

    /** A parent, or an object to decorate. */
    GeneratedFile sample() {
        return new GeneratedFile(
                "sample.yaml", Words.withArticle(plan.parent().kind()) + " to try", YamlWriter.write(plan.sample()));
    }

    /**
     * What must happen with the sample.
     *
     * @param install the manifests to install before
     */
    GeneratedFile expect(List<String> install) {
        return new GeneratedFile("expect.yaml", "the test: what must happen with it", expectations(install));
    }

    /**
     * A fixture of the hook: the request for a new sample, and the answer to it.
     *
     * @param folder the folder of the hook
     */
    List<GeneratedFile> fixtures(String folder) {
        return List.of(
                new GeneratedFile(folder + "fixtures/first.request.json", "a request to the hook", json(request())),
                new GeneratedFile(
                        folder + "fixtures/first.answer.json", "the answer that it must return", json(answer())));
    }

    private String expectations(List<String> install) {
        Map<String, String> values = values(plan.primary());
        values.put("install", String.join(", ", install));
        values.put("first", plan.children().getFirst().kind());
        values.put("created", eachChild(this::created));
        values.put("ready", Template.fill("expect/" + plan.statusTemplate() + ".yaml", values));
        values.put("changed", changed().orElse(""));
        values.put("deleted", eachChild(child -> Template.fill("expect/deleted.yaml", values(child))));
        return Template.fill("expect/expect.yaml", values).replace("\n\n\n", "\n\n");
    }

    private String eachChild(Function<ProjectKind, String> step) {
        return plan.children().stream().map(step).collect(Collectors.joining("\n"));
    }

    private Map<String, String> values(ProjectKind child) {
        Map<String, String> values = new HashMap<>();
        values.put("name", plan.name());
        values.put("kind", plan.parent().kind());
        values.put("sample", ProjectPlan.SAMPLE);
        values.put("primary", plan.primary().kind());
        values.put("childKind", child.kind());
        values.put("aChild", Words.withArticle(child.kind()));
        values.put("child", plan.childName());
        return values;
    }

    private String created(ProjectKind child) {
        Map<String, String> values = values(child);
        String expected = plan.fields().stream()
                .flatMap(field -> expected(child, field, field.sample()).stream())
                .collect(Collectors.joining("\n  "));
        values.put("where", expected.isEmpty() ? "" : "where:\n  " + expected);
        return Template.fill("expect/created.yaml", values);
    }

    /**
     * The field of a child that has the value of a field of the parent; none for the values of a Secret, which are
     * encoded.
     */
    private static Optional<String> expected(ProjectKind child, ProjectPlan.SpecField field, JsonNode value) {
        return child.pathOf(field.text())
                .filter(path -> !path.startsWith("stringData"))
                .map(path -> path + ": " + (value.isTextual() ? value.textValue() : GoJson.text(value)));
    }

    /** A user changes the first field that a child shows. */
    private Optional<String> changed() {
        for (ProjectPlan.SpecField field : plan.fields()) {
            for (ProjectKind child : plan.children()) {
                Optional<String> path = child.pathOf(field.text()).filter(found -> !found.startsWith("stringData"));
                if (path.isPresent()) {
                    Map<String, String> values = values(child);
                    values.put("field", field.text());
                    values.put("value", GoJson.text(field.changed()));
                    values.put("path", path.get());
                    return Optional.of(Template.fill("expect/changed.yaml", values));
                }
            }
        }
        return Optional.empty();
    }

    private static String json(ObjectNode tree) {
        return new Literal(Literal.Syntax.JSON, reference -> reference).broken(tree, 0) + "\n";
    }

    /** The sample as a hook sees it. */
    private ObjectNode parent() {
        ObjectNode parent = plan.sample();
        ((ObjectNode) parent.get("metadata")).put("namespace", "default").put("uid", "7a1f");
        return parent;
    }

    private ObjectNode request() {
        ObjectNode request = Json.NODES.objectNode();
        ObjectNode controller = request.putObject("controller");
        controller.put("apiVersion", "metacontroller.k8s.io/v1alpha1");
        controller.put("kind", plan.decorator() ? "DecoratorController" : "CompositeController");
        controller.putObject("metadata").put("name", plan.name());
        request.set(plan.decorator() ? "object" : "parent", parent());
        ObjectNode observed = request.putObject(plan.decorator() ? "attachments" : "children");
        plan.children().forEach(child -> observed.putObject(child.requestGroup()));
        request.putObject("related");
        return request.put("finalizing", false);
    }

    private ObjectNode answer() {
        ObjectNode answer = Json.NODES.objectNode();
        if (plan.decorator()) {
            answer.putObject("annotations").put(plan.name() + "-status", "pending");
        } else {
            ObjectNode status = answer.putObject("status").put("ready", false);
            if (plan.countsReplicas()) {
                status.put("readyReplicas", 0L);
            }
        }
        ArrayNode children = answer.putArray(plan.decorator() ? "attachments" : "children");
        plan.children().forEach(child -> children.add(plan.sampleChild(child)));
        return answer;
    }
}
