package io.hookline.watcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.LabelSelector;
import io.hookline.spec.ParentRule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the next leader cannot find out by itself: which controllers may have left their finalizer on parents of which kinds. A
 * controller that is deleted while there is no leader is in no cache of the next leader.
 *
 * @param kinds the kinds of parents by controller; only group, version and resource count
 */
record Handover(Map<ControllerKey, List<ParentRule>> kinds) {

    private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);

    /** An annotation may have 256 KiB, together with all others of its object. */
    private static final int MAX_LENGTH = 128 << 10;

    /** Writes {@code {"CompositeController/web": ["example.com/v1/webs"]}}; empty if there is nothing to hand over. */
    String text() {
        ObjectNode json = Json.NODES.objectNode();
        int length = 0;
        for (Map.Entry<ControllerKey, List<ParentRule>> entry : kinds.entrySet()) {
            String name = entry.getKey().type().kind() + "/" + entry.getKey().name();
            ArrayNode rules = Json.NODES.arrayNode();
            entry.getValue().forEach(rule -> rules.add(rule.apiVersion() + "/" + rule.resource()));
            length += name.length() + rules.toString().length();
            if (length < MAX_LENGTH) {
                json.set(name, rules);
            }
        }
        return json.isEmpty() ? "" : GoJson.text(json);
    }

    /** Reads what another process has written; what is not readable is ignored. */
    static Handover parse(String text) {
        Map<ControllerKey, List<ParentRule>> kinds = new TreeMap<>(ControllerKey.ORDER);
        if (!text.isEmpty()) {
            try {
                Json.object(text.getBytes(StandardCharsets.UTF_8))
                        .properties()
                        .forEach(entry -> add(entry.getKey(), entry.getValue(), kinds));
            } catch (DecodeException e) {
                LOG.atWarn()
                        .addKeyValue("error", e.getMessage())
                        .log("cannot read which finalizers the former leader has set;"
                                + " `hookline release` removes those of deleted controllers");
            }
        }
        return new Handover(kinds);
    }

    private static void add(String controller, JsonNode rules, Map<ControllerKey, List<ParentRule>> kinds) {
        for (ControllerType type : ControllerType.values()) {
            String prefix = type.kind() + "/";
            if (controller.startsWith(prefix)) {
                List<ParentRule> read = new ArrayList<>();
                rules.forEach(rule -> read.add(rule(rule.asText())));
                kinds.put(new ControllerKey(type, controller.substring(prefix.length())), read);
            }
        }
    }

    private static ParentRule rule(String text) {
        int end = Math.max(0, text.lastIndexOf('/'));
        return new ParentRule(
                text.substring(0, end),
                text.substring(Math.min(text.length(), end + 1)),
                LabelSelector.EVERYTHING,
                LabelSelector.EVERYTHING,
                false,
                List.of());
    }
}
