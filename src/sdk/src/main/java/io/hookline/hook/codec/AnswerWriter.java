package io.hookline.hook.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.hook.Event;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes one answer. The bytes of children and status are copied unchanged. */
final class AnswerWriter {

    private static final double NANOS = 1e9;

    /** Room for names, and for small values. */
    private static final int OTHER_FIELDS = 256;

    private final ControllerType controllerType;
    private final ByteArrayOutputStream out;
    private char separator = '{';

    private AnswerWriter(ControllerType controllerType, int size) {
        this.controllerType = controllerType;
        this.out = new ByteArrayOutputStream(size);
    }

    static JsonText write(ControllerType controllerType, SyncAnswer answer) {
        int size = OTHER_FIELDS
                + answer.status().map(status -> status.raw().length).orElse(0);
        for (KubeObject child : answer.children()) {
            size += child.size() + 1;
        }
        return new AnswerWriter(controllerType, size).write(answer);
    }

    private JsonText write(SyncAnswer answer) {
        if (controllerType == ControllerType.DECORATOR) {
            writeChanges("labels", answer.labels());
            writeChanges("annotations", answer.annotations());
        }
        answer.status().ifPresent(status -> field("status").writeBytes(status.raw()));
        writeChildren(answer.children());
        answer.resyncAfter().ifPresent(this::writeResync);
        if (answer.finalized()) {
            field("finalized").writeBytes(utf8("true"));
        }
        writeEvents(answer.events());
        out.write('}');
        return new JsonText(out.toByteArray());
    }

    private void writeChanges(String field, Map<String, Optional<String>> changes) {
        if (!changes.isEmpty()) {
            ObjectNode json = Json.NODES.objectNode();
            changes.forEach((key, value) -> json.set(
                    key,
                    value.<com.fasterxml.jackson.databind.JsonNode>map(TextNode::valueOf)
                            .orElseGet(Json.NODES::nullNode)));
            field(field).writeBytes(GoJson.bytes(json));
        }
    }

    private void writeChildren(List<KubeObject> children) {
        field(controllerType.childrenField()).write('[');
        for (int i = 0; i < children.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            try {
                children.get(i).writeTo(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        out.write(']');
    }

    private void writeResync(Duration after) {
        double seconds = after.getSeconds() + after.getNano() / NANOS;
        field("resyncAfterSeconds").writeBytes(GoJson.bytes(DoubleNode.valueOf(seconds)));
    }

    private void writeEvents(List<Event> events) {
        if (!events.isEmpty()) {
            ArrayNode list = Json.NODES.arrayNode();
            for (Event event : events) {
                list.addObject()
                        .put("type", event.type().text())
                        .put("reason", event.reason())
                        .put("message", event.message());
            }
            field(Event.FIELD).writeBytes(GoJson.bytes(list));
        }
    }

    private ByteArrayOutputStream field(String name) {
        out.write(separator);
        out.writeBytes(utf8("\"" + name + "\":"));
        separator = ',';
        return out;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
