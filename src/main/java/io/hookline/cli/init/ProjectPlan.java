package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What to generate. All names are valid.
 *
 * @param name of the controller and its hook
 * @param parent the new kind of a composite, or the kind of the objects to decorate
 * @param children the kinds of the children or attachments; at least one
 */
record ProjectPlan(String name, Language language, boolean decorator, ProjectKind parent, List<ProjectKind> children) {

    /** The name of the sample. */
    static final String SAMPLE = "sample";

    ProjectPlan {
        children = List.copyOf(children);
    }

    /** The group of the parent's kind; empty for the core group. */
    String group() {
        int slash = parent.apiVersion().indexOf('/');
        return slash < 0 ? "" : parent.apiVersion().substring(0, slash);
    }

    /** The fields of the parent's spec: those that the bodies of the children need. */
    List<SpecField> fields() {
        Set<String> references = new LinkedHashSet<>();
        children.forEach(child -> references.addAll(child.body().references()));
        return decorator ? List.of() : SpecField.in(references);
    }

    /** The child that decides whether the parent is ready. */
    ProjectKind primary() {
        return children.stream()
                .filter(child -> !decorator && child.isScaled())
                .findFirst()
                .orElse(children.getFirst());
    }

    /** Whether the parent's status counts replicas. */
    boolean countsReplicas() {
        return !decorator && primary().isScaled();
    }

    /** The name of the sample's children. */
    String childName() {
        return decorator ? SAMPLE + "-" + name : SAMPLE;
    }

    /** The sample's child of a kind, as the hook returns it. */
    ObjectNode sampleChild(ProjectKind kind) {
        return kind.body().with(reference -> switch (reference) {
            case "name" -> Json.NODES.textNode(childName());
            case "labels" -> labels(name);
            case "selector" -> selector();
            default -> value(reference);
        });
    }

    /** The object to decorate, without the label that selects it. */
    ObjectNode sampleTarget() {
        return parent.body().with(ProjectPlan::targetValue);
    }

    private static JsonNode targetValue(String reference) {
        return switch (reference) {
            case "name" -> Json.NODES.textNode(SAMPLE);
            case "labels", "selector" -> Json.NODES.objectNode().put("app.kubernetes.io/name", SAMPLE);
            default -> value(reference);
        };
    }

    private static JsonNode value(String reference) {
        return SpecField.in(Set.of(reference)).getFirst().sample();
    }

    private static ObjectNode labels(String name) {
        return Json.NODES.objectNode().put("app.kubernetes.io/name", name).put("app.kubernetes.io/instance", SAMPLE);
    }

    /** The labels of the Pods that belong to the sample. */
    private JsonNode selector() {
        return switch (Selected.by(this)) {
            case ITS_LABELS -> withLabel().at("/metadata/labels");
            case ITS_SELECTOR -> sampleTarget().at("/spec/selector/matchLabels");
            case LABELS_OF_CHILDREN -> labels(name);
        };
    }

    /** The object to decorate. */
    ObjectNode withLabel() {
        ObjectNode target = sampleTarget();
        ((ObjectNode) target.get("metadata")).withObject("labels").put(name, "enabled");
        return target;
    }

    /** Which labels a child uses to select Pods. */
    enum Selected {
        LABELS_OF_CHILDREN,
        ITS_SELECTOR,
        ITS_LABELS;

        static Selected by(ProjectPlan plan) {
            if (!plan.decorator()) {
                return LABELS_OF_CHILDREN;
            }
            return switch (plan.parent().kind()) {
                case "Deployment", "StatefulSet", "DaemonSet" -> ITS_SELECTOR;
                case "Pod" -> ITS_LABELS;
                default -> LABELS_OF_CHILDREN;
            };
        }
    }
}
