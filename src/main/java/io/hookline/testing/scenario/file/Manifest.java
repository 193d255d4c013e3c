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

/**
 * One object of a manifest.
 *
 * @param place file and line, for messages
 */
public record Manifest(KubeObject object, String place) {

    private static final String CONTROLLERS = "metacontroller.k8s.io";

    private static final Comparator<Manifest> ORDER = Comparator.comparingInt(Manifest::rank);

    /**
     * Reads the objects of a file's text.
     *
     * @throws ScenarioException with the place of the first document that is not a Kubernetes object
     */
    public static List<Manifest> parse(String file, String text) {
        List<Manifest> objects = new ArrayList<>();
        for (LocatedYaml.Document document : LocatedYaml.parse(file, text)) {
            objects.addAll(from(document, document.tree(), FieldPath.ROOT));
        }
        return objects;
    }

    /** Reads the object or the list of objects at a place of a document. */
    public static List<Manifest> from(LocatedYaml.Document document, JsonNode node, FieldPath place) {
        if (!node.isArray()) {
            return List.of(one(document, node, place));
        }
        List<Manifest> objects = new ArrayList<>();
        for (JsonNode element : node) {
            objects.add(one(document, element, place.index(objects.size())));
        }
        return objects;
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
            return new Manifest(KubeObject.of(tree), document.at(place));
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

    /** Sorts objects so that each follows what it needs: namespaces, CRDs, then the rest in the given order. */
    public static List<Manifest> ordered(List<Manifest> objects) {
        return objects.stream().sorted(ORDER).toList();
    }

    private int rank() {
        return object.kind().equals("Namespace") ? 0 : isCrd() ? 1 : 2;
    }

    /** Whether the object is a CompositeController or DecoratorController. */
    public boolean isController() {
        return object.gvk().group().equals(CONTROLLERS);
    }

    /** Whether the object is a CRD. */
    public boolean isCrd() {
        return object.kind().equals("CustomResourceDefinition");
    }
}
