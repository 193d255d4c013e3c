package io.hookline.testing.scenario.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * One object of a manifest.
 *
 * @param document the YAML document that contains the object
 * @param base the place of the object in the document
 */
public record Manifest(KubeObject object, LocatedYaml.Document document, FieldPath base) {

    private static final String CONTROLLERS = "metacontroller.k8s.io";

    private static final String LIST = "List";

    private static final Comparator<Manifest> ORDER = Comparator.comparingInt(Manifest::rank);

    /**
     * Reads the objects of a file's text.
     *
     * @throws ScenarioException with the place of the first document that is not a Kubernetes object
     */
    public static List<Manifest> parse(String file, String text) {
        return parse(file, text, problem -> {
            throw problem;
        });
    }

    /**
     * Reads the objects of a file's text.
     *
     * @param problems receives the error of each document that is not a Kubernetes object; the others are read
     * @throws ScenarioException if the text is not YAML
     */
    public static List<Manifest> parse(String file, String text, Consumer<ScenarioException> problems) {
        List<Manifest> objects = new ArrayList<>();
        for (LocatedYaml.Document document : LocatedYaml.parse(file, text)) {
            try {
                objects.addAll(from(document, document.tree(), FieldPath.ROOT));
            } catch (ScenarioException e) {
                problems.accept(e);
            }
        }
        return objects;
    }

    /**
     * Reads the object or the list of objects at a place of a document. A List of Kubernetes stands for its items, as
     * in kubectl.
     */
    public static List<Manifest> from(LocatedYaml.Document document, JsonNode node, FieldPath place) {
        List<Manifest> objects = new ArrayList<>();
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                objects.addAll(from(document, node.get(i), place.index(i)));
            }
        } else if (isList(node)) {
            FieldPath items = place.field("items");
            for (int i = 0; i < node.path("items").size(); i++) {
                JsonNode item = node.path("items").get(i);
                objects.addAll(from(document, ofKind(node, item), items.index(i)));
            }
        } else {
            objects.add(one(document, node, place));
        }
        return objects;
    }

    /** Whether it is of kind List, ConfigMapList and so on. */
    private static boolean isList(JsonNode node) {
        return node.path("kind").asText().endsWith(LIST) && node.path("items").isArray();
    }

    /** An item with the kind of its list, as in lists that a program wrote, where items do not repeat it. */
    private static JsonNode ofKind(JsonNode list, JsonNode item) {
        String kind = list.path("kind").asText();
        String ofItems = kind.substring(0, kind.length() - LIST.length());
        if (ofItems.isEmpty() || !(item instanceof ObjectNode object) || object.has("kind")) {
            return item;
        }
        ObjectNode whole = Json.NODES.objectNode();
        whole.put("apiVersion", list.path("apiVersion").asText()).put("kind", ofItems);
        return whole.setAll(object);
    }

    private static Manifest one(LocatedYaml.Document document, JsonNode node, FieldPath place) {
        if (!(node instanceof ObjectNode tree)) {
            throw document.problem(place, "expected an object, was " + Json.describe(node));
        }
        requireText(document, tree, place, "apiVersion");
        requireText(document, tree, place, "kind");
        FieldPath metadata = place.field("metadata");
        if (!(tree.get("metadata") instanceof ObjectNode head)) {
            throw document.problem(metadata, "expected an object, was " + Json.describe(tree.path("metadata")));
        }
        requireText(document, head, metadata, "name");
        try {
            return new Manifest(KubeObject.of(tree), document, place);
        } catch (DecodeException e) {
            throw new ScenarioException(document.at(place) + ": " + e.getMessage(), e);
        }
    }

    private static void requireText(LocatedYaml.Document document, ObjectNode in, FieldPath place, String name) {
        JsonNode value = in.path(name);
        if (!value.isTextual() || value.textValue().isEmpty()) {
            throw document.problem(place.field(name), "expected a string, was " + Json.describe(value));
        }
    }

    /** File and line of the object, for messages. */
    public String place() {
        return document.at(base);
    }

    /** File and line of a field of the object, or of the nearest field around it that is in the file. */
    public String at(FieldPath field) {
        return document.at(base.then(field));
    }

    /** Sorts objects so that each follows what it needs: namespaces, CRDs, then the rest in the given order. */
    public static List<Manifest> ordered(List<Manifest> objects) {
        return objects.stream().sorted(ORDER).toList();
    }

    private int rank() {
        return object.kind().equals("Namespace") ? 0 : isCrd() ? 1 : 2;
    }

    /** Whether the object is a CompositeController or DecoratorController. */
    public boolean isController() {
        return isController(object);
    }

    /** Whether the object is a CRD. */
    public boolean isCrd() {
        return isCrd(object);
    }

    /** Whether an object is a CompositeController or DecoratorController. */
    public static boolean isController(KubeObject object) {
        return object.gvk().group().equals(CONTROLLERS);
    }

    /** Whether an object is a CRD. */
    public static boolean isCrd(KubeObject object) {
        return object.kind().equals("CustomResourceDefinition");
    }

    /** The same manifest with another object. */
    public Manifest with(KubeObject other) {
        return new Manifest(other, document, base);
    }
}
