package io.hookline.hook.codec;

import io.hookline.hook.Event;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the events of an answer. */
final class EventReader {

    static final Set<String> FIELDS = Set.of("type", "reason", "message");

    private final JsonScanner scanner;
    private final ValueReader values;
    private final List<String> warnings;

    EventReader(JsonScanner scanner, ValueReader values, List<String> warnings) {
        this.scanner = scanner;
        this.values = values;
        this.warnings = warnings;
    }

    List<Event> read(FieldPath place) {
        List<Event> events = new ArrayList<>();
        if (values.skippedNull()) {
            return events;
        }
        values.require(place, '[', "a list");
        scanner.beginArray();
        while (scanner.nextElement()) {
            events.add(event(place.index(events.size())));
        }
        if (events.size() > Event.MAX_COUNT) {
            throw DecodeException.expected(
                    place, "at most " + Event.MAX_COUNT + " events", String.valueOf(events.size()));
        }
        return events;
    }

    private Event event(FieldPath place) {
        values.require(place, '{', "an object");
        Map<String, String> texts = new HashMap<>();
        scanner.beginObject();
        for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
            FieldPath at = place.field(field);
            if (!FIELDS.contains(field)) {
                warnings.add("unknown field \"" + at + "\"");
                scanner.skipValue();
            } else {
                values.require(at, '"', "a string");
                if (texts.put(field, scanner.readString()) != null) {
                    warnings.add("duplicate field \"" + at + "\"");
                }
            }
        }
        return event(texts, place);
    }

    private static Event event(Map<String, String> texts, FieldPath place) {
        Event.Type type = type(texts.get("type"), place.field("type"));
        String reason = texts.get("reason");
        if (reason == null || !Event.isReason(reason)) {
            throw DecodeException.expected(place.field("reason"), Event.REASON_FORM, shown(reason));
        }
        String message = texts.get("message");
        if (message == null || message.isBlank()) {
            throw DecodeException.expected(place.field("message"), "a text", message == null ? "missing" : "empty");
        }
        return new Event(type, reason, message);
    }

    private static Event.Type type(@Nullable String text, FieldPath place) {
        for (Event.Type type : Event.Type.values()) {
            if (type.text().equals(text)) {
                return type;
            }
        }
        throw DecodeException.expected(place, "Normal or Warning", shown(text));
    }

    private static String shown(@Nullable String text) {
        return text == null ? "missing" : "\"" + text + "\"";
    }
}
