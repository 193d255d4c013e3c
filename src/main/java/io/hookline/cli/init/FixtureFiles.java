package io.hookline.cli.init;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.List;

/** Writes a fixture of a hook: the request for a new sample, and the answer to it. */
final class FixtureFiles {

    private final ProjectPlan plan;

    FixtureFiles(ProjectPlan plan) {
        this.plan = plan;
    }

    /**
     * The two files.
     *
     * @param folder the folder of the hook
     */
    List<GeneratedFile> in(String folder) {
        return List.of(
                new GeneratedFile(folder + "fixtures/first.request.json", "a request to the hook", json(request())),
                new GeneratedFile(
                        folder + "fixtures/first.answer.json", "the answer that it must return", json(answer())));
    }

    private static String json(ObjectNode tree) {
        return new Literal(Literal.Syntax.JSON, reference -> reference).broken(tree, 0) + "\n";
    }

    /** The sample as a hook sees it. */
    private ObjectNode parent() {
        ObjectNode parent = plan.decorator() ? plan.withLabel() : SampleFile.of(plan);
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
