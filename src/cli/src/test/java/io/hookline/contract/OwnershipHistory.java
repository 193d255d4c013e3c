package io.hookline.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random writes of several managers to one object. The same seed gives the same writes. */
final class OwnershipHistory {

    private static final List<String> MANAGERS = List.of("ann", "bob", "cid");
    private static final List<String> LETTERS = List.of("a", "b", "c");

    private final Random random;
    private final Kind kind;

    /** The kinds of objects, each with lists and maps of other types. */
    enum Kind {
        OWNED("fields.example.com/v1", "owneds", "Owned"),
        CONFIG_MAP("v1", "configmaps", "ConfigMap"),
        DEPLOYMENT("apps/v1", "deployments", "Deployment"),
        SERVICE("v1", "services", "Service");

        final String apiVersion;
        final String plural;
        final String kind;

        Kind(String apiVersion, String plural, String kind) {
            this.apiVersion = apiVersion;
            this.plural = plural;
            this.kind = kind;
        }
    }

    /** What a write does with the object. */
    enum Act {
        CREATE,
        PUT,
        MERGE,
        STRATEGIC,
        APPLY
    }

    /**
     * One write.
     *
     * @param fields the fields of the object or the patch, without its name
     */
    record Write(Act act, String manager, String subresource, boolean force, ObjectNode fields) {}

    OwnershipHistory(long seed) {
        this.random = new Random(seed);
        this.kind = Kind.values()[(int) (seed % Kind.values().length)];
    }

    Kind kind() {
        return kind;
    }

    List<Write> writes(int count) {
        List<Write> writes = new ArrayList<>();
        Act first = chance(50) ? Act.CREATE : Act.APPLY;
        writes.add(new Write(first, one(MANAGERS), "", false, withRequired(fields(false))));
        for (int i = 1; i < count; i++) {
            writes.add(write());
        }
        return writes;
    }

    private Write write() {
        String manager = one(MANAGERS);
        boolean parts = kind == Kind.OWNED || kind == Kind.DEPLOYMENT;
        if (parts && chance(10)) {
            return new Write(Act.MERGE, manager, "scale", false, wrap("spec", number("replicas")));
        }
        if (parts && chance(10)) {
            Act act = chance(50) ? Act.MERGE : Act.APPLY;
            return new Write(
                    act, manager, "status", act == Act.APPLY && chance(50), wrap("status", number("replicas")));
        }
        if (chance(3)) {
            ObjectNode reset = Json.NODES.objectNode();
            ArrayNode none = reset.putObject("metadata").putArray("managedFields");
            if (chance(50)) {
                none.addObject();
            }
            return new Write(Act.MERGE, manager, "", false, reset);
        }
        Act act = switch (random.nextInt(6)) {
            case 0 -> Act.PUT;
            case 1 -> Act.MERGE;
            case 2 -> kind == Kind.OWNED ? Act.MERGE : Act.STRATEGIC;
            default -> Act.APPLY;
        };
        ObjectNode fields = fields(act == Act.MERGE || act == Act.STRATEGIC);
        return new Write(
                act, manager, "", act == Act.APPLY && chance(40), act == Act.PUT ? withRequired(fields) : fields);
    }

    private ObjectNode fields(boolean patch) {
        ObjectNode fields = Json.NODES.objectNode();
        if (chance(40)) {
            ObjectNode metadata = fields.putObject("metadata");
            metadata.set(chance(50) ? "labels" : "annotations", texts(patch));
        }
        switch (kind) {
            case OWNED -> fields.set("spec", owned(patch));
            case CONFIG_MAP -> {
                if (chance(80)) {
                    fields.set("data", texts(patch));
                }
            }
            case DEPLOYMENT -> fields.set("spec", deployment());
            case SERVICE -> fields.set("spec", service());
        }
        return fields;
    }

    private ObjectNode owned(boolean patch) {
        ObjectNode spec = chance(50) ? number("replicas") : Json.NODES.objectNode();
        if (chance(40)) {
            spec.put("color", one(LETTERS));
        }
        if (chance(50)) {
            spec.set("tags", list(some()));
        }
        if (chance(30)) {
            spec.set("plain", list(some()));
        }
        if (chance(50)) {
            ArrayNode parts = spec.putArray("parts");
            some().forEach(name -> parts.add(part(name)));
        }
        if (chance(50)) {
            spec.set("labels", texts(patch));
        }
        if (chance(30)) {
            spec.set("whole", texts(false));
        }
        if (chance(40)) {
            ObjectNode free = spec.putObject("free");
            free.set("deep", texts(patch));
            if (chance(50)) {
                free.putArray("list").addObject().put("n", random.nextInt(2));
            }
        }
        return spec;
    }

    private ObjectNode part(String name) {
        ObjectNode part = Json.NODES.objectNode().put("name", name);
        if (chance(40)) {
            part.put("kind", one(List.of("main", "other")));
        }
        if (chance(50)) {
            part.put("size", (long) random.nextInt(2));
        }
        if (chance(50)) {
            part.put("note", one(LETTERS));
        }
        return part;
    }

    private ObjectNode deployment() {
        ObjectNode spec = chance(40) ? number("replicas") : Json.NODES.objectNode();
        if (chance(30)) {
            spec.put("minReadySeconds", (long) random.nextInt(3));
        }
        if (chance(20)) {
            spec.put("paused", chance(50));
        }
        if (chance(80)) {
            ArrayNode containers = spec.putObject("template").putObject("spec").putArray("containers");
            List<String> names = some();
            (names.isEmpty() ? List.of("a") : names).forEach(name -> containers.add(container(name)));
        }
        return spec;
    }

    private ObjectNode container(String name) {
        ObjectNode container = Json.NODES.objectNode().put("name", name).put("image", "i:" + (1 + random.nextInt(2)));
        if (chance(40)) {
            ArrayNode variables = container.putArray("env");
            some().forEach(variable ->
                    variables.addObject().put("name", variable).put("value", one(LETTERS)));
        }
        if (chance(40)) {
            ObjectNode port = container.putArray("ports").addObject().put("containerPort", 80L + random.nextInt(2));
            if (chance(50)) {
                port.put("protocol", one(List.of("TCP", "UDP")));
            }
        }
        if (chance(30)) {
            container.set("args", list(some()));
        }
        if (chance(20)) {
            container.putObject("resources").putObject("limits").put("cpu", one(List.of("1", "2")));
        }
        return container;
    }

    private ObjectNode service() {
        ObjectNode spec = Json.NODES.objectNode();
        if (chance(50)) {
            spec.set("selector", texts(false));
        }
        if (chance(20)) {
            spec.put("sessionAffinity", one(List.of("None", "ClientIP")));
        }
        ArrayNode ports = spec.putArray("ports");
        List<String> names = some();
        (names.isEmpty() ? List.of("a") : names)
                .forEach(name -> ports.addObject().put("name", name).put("port", 80L + name.charAt(0)));
        return spec;
    }

    /** Adds what an object needs to be created, so that few writes are refused. */
    private ObjectNode withRequired(ObjectNode fields) {
        if (kind == Kind.DEPLOYMENT) {
            ObjectNode spec = fields.withObjectProperty("spec");
            spec.withObjectProperty("selector").putObject("matchLabels").put("app", "x");
            ObjectNode template = spec.withObjectProperty("template");
            template.withObjectProperty("metadata").putObject("labels").put("app", "x");
            if (!template.withObjectProperty("spec").has("containers")) {
                template.withObjectProperty("spec").putArray("containers").add(container("a"));
            }
        }
        return fields;
    }

    private ObjectNode texts(boolean patch) {
        ObjectNode texts = Json.NODES.objectNode();
        for (String letter : LETTERS) {
            if (chance(40)) {
                texts.set(
                        letter,
                        patch && chance(30)
                                ? Json.NODES.nullNode()
                                : Json.NODES.textNode(Integer.toString(random.nextInt(2))));
            }
        }
        return texts;
    }

    private ObjectNode number(String name) {
        return Json.NODES.objectNode().put(name, 1L + random.nextInt(3));
    }

    private static ObjectNode wrap(String name, JsonNode value) {
        return Json.NODES.objectNode().set(name, value);
    }

    private static ArrayNode list(List<String> texts) {
        ArrayNode list = Json.NODES.arrayNode();
        texts.forEach(list::add);
        return list;
    }

    private List<String> some() {
        List<String> some = new ArrayList<>(LETTERS);
        some.removeIf(_ -> chance(40));
        Collections.shuffle(some, random);
        return some;
    }

    private String one(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
