package io.hookline.watcher;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Children that a hook may desire. There are few names and values, so that any two sets have much in common. */
final class RandomChildren {

    static final List<String> KINDS = List.of("ConfigMap", "Secret", "Service", "Gadget");

    /** One place where a child may be. */
    record Slot(String kind, ObjectKey key) {

        String apiVersion() {
            return kind.equals("Gadget") ? "test.hookline.io/v1" : "v1";
        }

        String plural() {
            return kind.toLowerCase(java.util.Locale.ROOT) + "s";
        }

        /** The map to which other clients may add fields; the selector of a Service has one owner. */
        String map() {
            return List.of("ConfigMap", "Secret").contains(kind) ? "/data" : "/metadata/labels";
        }

        @Override
        public String toString() {
            return kind + " " + key;
        }
    }

    private final Random random;
    private final String prefix;
    private final List<String> namespaces;

    private final boolean pruned;

    /**
     * Children whose names begin with a prefix.
     *
     * @param pruned whether Gadgets may have a field {@code spec.pruned}, which their schema does not have
     */
    RandomChildren(Random random, String prefix, List<String> namespaces, boolean pruned) {
        this.pruned = pruned;
        this.random = random;
        this.prefix = prefix;
        this.namespaces = namespaces;
    }

    Slot slot() {
        String name = prefix + "-" + one("a", "b");
        String namespace = namespaces.get(random.nextInt(namespaces.size()));
        return new Slot(KINDS.get(random.nextInt(KINDS.size())), new ObjectKey(namespace, name));
    }

    /** Up to six children, all with these labels. */
    Map<Slot, ObjectNode> set(Map<String, String> labels) {
        Map<Slot, ObjectNode> set = new LinkedHashMap<>();
        for (int i = random.nextInt(7); i > 0; i--) {
            Slot slot = slot();
            set.put(slot, child(slot, labels));
        }
        return set;
    }

    /** A child with random fields and these labels. */
    ObjectNode child(Slot slot, Map<String, String> labels) {
        ObjectNode child =
                Json.NODES.objectNode().put("apiVersion", slot.apiVersion()).put("kind", slot.kind());
        ObjectNode metadata = child.putObject("metadata")
                .put("name", slot.key().name())
                .put("namespace", slot.key().namespace());
        labels.forEach(metadata.withObjectProperty("labels")::put);
        if (random.nextBoolean()) {
            metadata.withObjectProperty("labels").put(one("l0", "l1"), one("x", "y"));
        }
        if (random.nextInt(3) == 0) {
            metadata.putObject("annotations").put(one("a0", "a1"), one("x", "y"));
        }
        addContent(slot.kind(), child);
        return child;
    }

    private void addContent(String kind, ObjectNode child) {
        switch (kind) {
            case "ConfigMap" -> texts(child.putObject("data"), false);
            case "Secret" -> texts(child.putObject("data"), true);
            case "Service" -> addPorts(child.putObject("spec"));
            default -> addSize(child.putObject("spec"));
        }
    }

    private void texts(ObjectNode data, boolean encoded) {
        for (int i = 0; i < 4; i++) {
            if (random.nextBoolean()) {
                String value = one("v0", "v1", "v2");
                data.put("k" + i, encoded ? base64(value) : value);
            }
        }
    }

    private void addPorts(ObjectNode spec) {
        spec.putObject("selector").put("app", one("x", "y"));
        ArrayNode ports = spec.putArray("ports");
        for (int port = 80; port < 83; port++) {
            if (port == 80 || random.nextBoolean()) {
                ports.addObject().put("name", one("p", "q") + port).put("port", port);
            }
        }
    }

    private void addSize(ObjectNode spec) {
        if (!pruned || random.nextBoolean()) {
            spec.put("size", random.nextInt(3));
        }
        if (random.nextBoolean()) {
            spec.put("color", one("red", "blue"));
        }
        if (pruned && random.nextInt(4) == 0) {
            spec.put("pruned", true);
        }
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private String one(String... of) {
        return of[random.nextInt(of.length)];
    }
}
