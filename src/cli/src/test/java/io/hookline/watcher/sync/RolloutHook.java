package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;

/** The hook of a {@link RolloutWorld}: a Part for each replica, with the image of the template and the note. */
final class RolloutHook {

    private static final String GROUP = "test.hookline.io";

    private RolloutHook() {}

    static String answer(KubeObject parent) {
        JsonNode spec = parent.tree().path("spec");
        ArrayNode children = Json.NODES.arrayNode();
        for (int i = spec.path("replicas").asInt() - 1; i >= 0; i--) {
            children.add(part(
                    i, spec.at("/template/image").asText(), spec.path("note").asText()));
        }
        ObjectNode answer = Json.NODES.objectNode();
        answer.putObject("status").put("replicas", children.size());
        answer.set("children", children);
        return GoJson.text(answer);
    }

    private static ObjectNode part(int number, String image, String note) {
        ObjectNode part =
                Json.NODES.objectNode().put("apiVersion", GROUP + "/v1").put("kind", "Part");
        ObjectNode metadata =
                part.putObject("metadata").put("name", "part-" + number).put("namespace", "default");
        metadata.putObject("labels").put("app", "web");
        part.putObject("spec").put("image", image).put("note", note);
        return part;
    }
}
