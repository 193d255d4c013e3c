package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.SplittableRandom;

/** Small random objects with few names, so that any two have much in common. Equal seeds give equal objects. */
final class RandomTrees {
    private final SplittableRandom random;

    RandomTrees(long seed) {
        this.random = new SplittableRandom(seed);
    }

    ObjectNode object() {
        return object(3);
    }

    private ObjectNode object(int depth) {
        ObjectNode object = Json.NODES.objectNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            object.set("k" + random.nextInt(4), value(depth - 1));
        }
        return object;
    }

    private JsonNode value(int depth) {
        if (depth == 0) {
            return scalar();
        }
        return switch (random.nextInt(6)) {
            case 0, 1 -> object(depth);
            case 2 -> scalars();
            case 3 -> named(depth);
            case 4 -> ports(depth);
            default -> scalar();
        };
    }

    private JsonNode scalar() {
        return switch (random.nextInt(5)) {
            case 0 -> Json.NODES.nullNode();
            case 1 -> Json.NODES.numberNode(random.nextLong(3));
            case 2 -> Json.NODES.numberNode(random.nextInt(3) + 0.5);
            case 3 -> Json.NODES.booleanNode(random.nextBoolean());
            default -> Json.NODES.textNode("t" + random.nextInt(3));
        };
    }

    private ArrayNode scalars() {
        ArrayNode list = Json.NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(scalar());
        }
        return list;
    }

    private ArrayNode named(int depth) {
        ArrayNode list = Json.NODES.arrayNode();
        for (int i = 0; i < 4; i++) {
            if (random.nextBoolean()) {
                list.add(object(depth).put("name", "n" + i));
            }
        }
        return list;
    }

    /** The same number over several protocols occurs often. */
    private ArrayNode ports(int depth) {
        ArrayNode list = Json.NODES.arrayNode();
        for (int i = 0; i < 6; i++) {
            if (random.nextInt(3) == 0) {
                list.add(object(depth).put("port", 80L + i / 3).put("protocol", "P" + i % 3));
            }
        }
        return list;
    }
}
