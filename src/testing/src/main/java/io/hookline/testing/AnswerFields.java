package io.hookline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.Event;
import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.FieldPath;
import io.hookline.object.LabelSelector;
import io.hookline.object.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the fields of a hook's answer that the protocol does not have. The watcher ignores them. */
public final class AnswerFields {

    /** What {@link FixtureRunner} notes for a hook that requests a later call. */
    static final String LATER = "retryAfterSeconds";

    private AnswerFields() {}

    /**
     * An unknown field.
     *
     * @param meant the field that is probably meant; empty if no known one is similar
     */
    public record Unknown(FieldPath place, Optional<String> meant) {

        /** Whether the field is a typing error: what it contains would be lost. */
        public boolean isError() {
            return meant.isPresent();
        }

        /** {@code unknown field "childen"; did you mean "children"?}. */
        @Override
        public String toString() {
            return "unknown field \"" + place + "\""
                    + meant.map(name -> "; did you mean \"" + name + "\"?").orElse("; it is ignored");
        }
    }

    /** Whether a hook requested a later call instead of an answer, as fixtures write it. */
    public static boolean isLater(JsonNode answer) {
        return answer.size() == 1 && answer.has(LATER);
    }

    /** The unknown fields of an answer, in its order. */
    public static List<Unknown> unknown(JsonNode answer, ControllerType controller, HookType type) {
        if (isLater(answer)) {
            return List.of();
        }
        List<Unknown> found = new ArrayList<>();
        Set<String> fields = AnswerCodec.fields(controller, type);
        for (Map.Entry<String, JsonNode> field : answer.properties()) {
            if (!fields.contains(field.getKey())) {
                found.add(new Unknown(
                        FieldPath.ROOT.field(field.getKey()), meant(field.getKey(), fields, controller, type)));
            } else if (type == HookType.CUSTOMIZE) {
                addRules(field.getValue(), FieldPath.ROOT.field(field.getKey()), found);
            } else if (field.getKey().equals(Event.FIELD)) {
                addUnknown(field.getValue(), FieldPath.ROOT.field(field.getKey()), AnswerCodec.eventFields(), found);
            }
        }
        return found;
    }

    /** A similar field, or the one that has the children if the answer is for the other kind of controller. */
    private static Optional<String> meant(String name, Set<String> fields, ControllerType controller, HookType type) {
        boolean childrenOfOther = type != HookType.CUSTOMIZE
                && (name.equals(ControllerType.COMPOSITE.childrenField())
                        || name.equals(ControllerType.DECORATOR.childrenField()));
        return childrenOfOther ? Optional.of(controller.childrenField()) : NearestName.of(name, fields);
    }

    private static void addRules(JsonNode rules, FieldPath place, List<Unknown> found) {
        addUnknown(rules, place, AnswerCodec.ruleFields(), found);
        for (int i = 0; rules.isArray() && i < rules.size(); i++) {
            for (String field : AnswerCodec.ruleSelectors()) {
                FieldPath at = place.index(i).field(field);
                JsonNode selector = rules.get(i).path(field);
                LabelSelector.unknownFields(selector, at)
                        .forEach(unknown -> found.add(new Unknown(unknown, meantInSelector(unknown, at, selector))));
            }
        }
    }

    private static void addUnknown(JsonNode list, FieldPath place, Set<String> known, List<Unknown> found) {
        for (int i = 0; list.isArray() && i < list.size(); i++) {
            for (Map.Entry<String, JsonNode> field : list.get(i).properties()) {
                if (!known.contains(field.getKey())) {
                    FieldPath at = place.index(i).field(field.getKey());
                    found.add(new Unknown(at, NearestName.of(field.getKey(), known)));
                }
            }
        }
    }

    /** A similar field, or {@code matchLabels} around a label. An unknown field of a selector is always an error. */
    private static Optional<String> meantInSelector(FieldPath unknown, FieldPath place, JsonNode selector) {
        String name = unknown.path().substring(place.path().length() + 1);
        if (!selector.has(name)) { // it is in an expression
            return NearestName.of(name.replaceFirst(".*\\.", ""), Set.of("key", "operator", "values"))
                    .or(() -> Optional.of("values"));
        }
        return NearestName.of(name, Set.of("matchLabels", "matchExpressions"))
                .or(() -> Optional.of("matchLabels." + name));
    }
}
