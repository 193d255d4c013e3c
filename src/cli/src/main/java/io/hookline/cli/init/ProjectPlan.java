package io.hookline.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What to generate. All names are valid.
 *
 * @param name of the controller and its hook
 * @param parent the new kind of a composite, or the kind of the objects to decorate
 * @param children the kinds of the children or attachments; at least one
 */
record ProjectPlan(String name, boolean decorator, ProjectKind parent, List<ProjectKind> children) {

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
        children.forEach(child -> references.addAll(child.references()));
        return decorator ? List.of() : SpecField.in(references);
    }

    /** What the parent's kind is. */
    String description() {
        return capital(Words.withArticle(parent.kind())) + ", with " + childrenInWords() + " of the same name.";
    }

    /** {@code a Deployment and a Service}. */
    String childrenInWords() {
        return Words.list(
                children.stream().map(child -> Words.withArticle(child.kind())).toList());
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** What {@code ready} in the status of the parent says. */
    String readyDescription() {
        return countsReplicas()
                ? "Whether all Pods are ready."
                : "Whether the " + primary().kind() + " exists.";
    }

    /** The name of the templates that compute and expect the status. */
    String statusTemplate() {
        return decorator ? "attached" : countsReplicas() ? "replicas" : "exists";
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

    /** The sample: a parent, or an object to decorate. */
    ObjectNode sample() {
        if (decorator) {
            return withLabel();
        }
        ObjectNode sample = Json.NODES.objectNode();
        sample.put("apiVersion", parent.apiVersion());
        sample.put("kind", parent.kind());
        sample.putObject("metadata").put("name", SAMPLE);
        ObjectNode spec = sample.putObject("spec");
        fields().forEach(field -> spec.set(field.text(), field.sample()));
        return sample;
    }

    /** The sample's child of a kind, as the hook returns it. */
    ObjectNode sampleChild(ProjectKind kind) {
        return kind.with(reference -> switch (reference) {
            case "name" -> Json.NODES.textNode(childName());
            case "labels" -> labels(name);
            case "selector" -> selector();
            default -> value(reference);
        });
    }

    /** The object to decorate, without the label that selects it. */
    ObjectNode sampleTarget() {
        return parent.with(ProjectPlan::targetValue);
    }

    private static JsonNode targetValue(String reference) {
        return switch (reference) {
            case "name" -> Json.NODES.textNode(SAMPLE);
            case "labels", "selector" -> Json.NODES.objectNode().put("app.kubernetes.io/name", SAMPLE);
            default -> value(reference);
        };
    }

    private static JsonNode value(String reference) {
        return SpecField.named(reference).sample();
    }

    private static ObjectNode labels(String name) {
        return Json.NODES.objectNode().put("app.kubernetes.io/name", name).put("app.kubernetes.io/instance", SAMPLE);
    }

    /** The labels of the Pods that belong to the sample. */
    private JsonNode selector() {
        return switch (selected()) {
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
        ITS_LABELS
    }

    /** Which labels the children use to select Pods. */
    Selected selected() {
        if (!decorator) {
            return Selected.LABELS_OF_CHILDREN;
        }
        return switch (parent.kind()) {
            case "Deployment", "StatefulSet", "DaemonSet" -> Selected.ITS_SELECTOR;
            case "Pod" -> Selected.ITS_LABELS;
            default -> Selected.LABELS_OF_CHILDREN;
        };
    }

    /** The fields that the spec of a generated kind can have: those that its children need. */
    enum SpecField {
        IMAGE("String", "string", "nginx:1.29", "nginx:1.30"),
        REPLICAS("int", "integer", "2", "3"),
        PORT("int", "integer", "80", "8080"),
        MESSAGE("String", "string", "Hello", "Welcome");

        private final String javaType;
        private final String type;
        private final String sample;
        private final String changed;

        SpecField(String javaType, String type, String sample, String changed) {
            this.javaType = javaType;
            this.type = type;
            this.sample = sample;
            this.changed = changed;
        }

        /** The fields that some references name, in their order here. */
        static List<SpecField> in(Set<String> references) {
            return Arrays.stream(values())
                    .filter(field -> references.contains(field.text()))
                    .toList();
        }

        /** The field that a reference names. */
        static SpecField named(String reference) {
            return valueOf(reference.toUpperCase(Locale.ROOT));
        }

        /** Its name in a spec. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        String javaType() {
            return javaType;
        }

        /** Its type in a CRD. */
        String type() {
            return type;
        }

        /** Its value in {@code sample.yaml}. */
        JsonNode sample() {
            return value(sample);
        }

        /** Its value in {@code sample.yaml}, as JSON. */
        String sampleText() {
            return GoJson.text(sample());
        }

        /** The value that a user sets in {@code expect.yaml}. */
        JsonNode changed() {
            return value(changed);
        }

        private JsonNode value(String text) {
            return type.equals("integer") ? Json.NODES.numberNode(Long.parseLong(text)) : Json.NODES.textNode(text);
        }

        /** Whether a parent must set it: it has no default. */
        boolean required() {
            return this == IMAGE || this == MESSAGE;
        }

        /** The title of its column in a CRD. */
        String column() {
            return capital(text());
        }

        /** Its schema in a CRD. */
        String schema() {
            return Template.read("fields/" + text() + ".yaml").strip();
        }
    }
}
