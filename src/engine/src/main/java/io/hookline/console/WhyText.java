package io.hookline.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.HumanDuration;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The answers of the console as text, which {@code hookline why} and {@code curl} print. For one use. */
final class WhyText {

    private static final int NAMED_CHILDREN = 10;

    private final StringBuilder text = new StringBuilder();
    private final DateTimeFormatter clock;

    /** @param zone of the times in the text */
    WhyText(ZoneId zone) {
        this.clock = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(zone);
    }

    /** The text for one answer: objects, or the overview if it has none. */
    String of(JsonNode answer) {
        if (answer.has("standby")) {
            line(answer.path("standby").asText());
            return text.toString();
        }
        if (answer.has("objects")) {
            answer.path("objects").forEach(each -> {
                object(each);
                line("");
            });
        } else if (answer.has("entries") || answer.has("now")) {
            object(answer);
        } else {
            overview(answer);
        }
        if (answer.has("since")) { // not for a part of an answer
            line("known since " + time(answer.path("since")) + ", when this watcher started");
        }
        return text.toString();
    }

    /** The number of the newest entry of each object of an answer, which are read one after the other. Modifiable. */
    static Map<String, Long> last(JsonNode answer) {
        Map<String, Long> last = new HashMap<>();
        for (JsonNode object : answer.path("objects")) {
            object.path("entries")
                    .forEach(entry -> last.merge(key(object), entry.path("seq").asLong(), Math::max));
        }
        return last;
    }

    private static String key(JsonNode object) {
        return object.path("controller").asText() + " " + object.path("object").asText();
    }

    /** The text for the entries after the last ones, the oldest first. */
    String after(Map<String, Long> last, JsonNode answer) {
        JsonNode objects = answer.path("objects");
        for (JsonNode object : objects) {
            List<JsonNode> further = object.path("entries")
                    .valueStream()
                    .filter(entry -> entry.path("seq").asLong() > last.getOrDefault(key(object), 0L))
                    .toList();
            if (objects.size() > 1 && !further.isEmpty()) {
                line("");
                line(object.path("object").asText() + "    "
                        + object.path("controller").asText().replace('/', ' '));
            }
            further.reversed().forEach(this::sync);
        }
        return text.toString();
    }

    private void overview(JsonNode answer) {
        for (JsonNode each : answer.path("controllers")) {
            line(each.path("name").asText().replace('/', ' ') + "   "
                    + (each.path("running").asBoolean()
                            ? "Ready " + each.path("ready").asText()
                            : "does not run")
                    + (each.path("paused").asBoolean() ? ", paused" : "")
                    + ", " + count(each.path("parents").asInt(), "parent") + ", "
                    + each.path("failing").asInt() + " failing");
            boolean well = each.path("ready").asText().startsWith("True");
            if (!(well && each.path("running").asBoolean())
                    && !each.path("message").asText().isEmpty()) {
                line("  " + each.path("message").asText());
            }
        }
        section("failing", answer.path("failing"), each -> each.path("now").asText());
        section(
                "busiest",
                answer.path("busiest"),
                each -> count(each.path("syncs").asLong(), "sync"));
        section("slowest", answer.path("slowest"), each -> each.path("longest").asText());
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private void section(String title, JsonNode rows, Function<JsonNode, String> what) {
        String name = title;
        for (JsonNode each : rows) {
            line("  " + padded(name, 9) + each.path("object").asText() + "   " + what.apply(each));
            name = "";
        }
    }

    private void object(JsonNode object) {
        String controller = object.path("controller").asText().replace('/', ' ');
        line(
                object.has("child")
                        ? object.path("child").asText() + "    child of "
                                + object.path("object").asText() + "    " + controller
                        : object.path("object").asText() + "    " + controller);
        entry("now", object.path("now").asText());
        if (object.has("loop")) {
            entry("loop", object.path("loop").asText());
        }
        List<String> children = new ArrayList<>();
        for (JsonNode child : object.path("children")) {
            children.add(child.path("object").asText());
            if (child.has("problem")) {
                entry(
                        "not ready",
                        child.path("object").asText() + "  "
                                + child.path("problem").asText());
            }
        }
        if (!children.isEmpty()) {
            int all = object.path("childCount").asInt();
            int shown = Math.min(NAMED_CHILDREN, children.size());
            entry(
                    "children",
                    String.join(", ", children.subList(0, shown))
                            + (all > shown ? " and " + (all - shown) + " more" : ""));
        }
        if (object.path("quiet").path("calls").asInt() > 0) {
            entry("quiet", quiet(object.path("quiet")));
        }
        object.path("entries").forEach(this::sync);
    }

    private static String quiet(JsonNode quiet) {
        int calls = quiet.path("calls").asInt();
        Duration within = Duration.between(
                Instant.parse(quiet.path("from").asText()),
                Instant.parse(quiet.path("to").asText()));
        String counts = quiet.properties().stream()
                .filter(each -> each.getValue().isNumber() && !each.getKey().equals("calls"))
                .map(each -> each.getValue().asInt() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        String last = quiet.path("lastObject").asText();
        return calls + (calls == 1 ? " call" : " calls") + " without a change"
                + (calls == 1 ? "" : " within " + HumanDuration.text(within)) + ": " + counts
                + (last.isEmpty() ? "" : "; last " + last);
    }

    private void sync(JsonNode entry) {
        line("");
        JsonNode times = entry.path("times");
        String stages = List.of("queue", "claim", "hook", "apply").stream()
                .filter(times::has)
                .map(stage -> stage + " " + Math.round(times.path(stage).asDouble()))
                .collect(Collectors.joining(", "));
        int count = entry.path("count").asInt(1);
        line("  " + time(entry.path("time")) + "   " + entry.path("outcome").asText()
                + (count > 1 ? " " + count + " times until " + time(entry.path("until")) : "")
                + " in " + Math.round(times.path("total").asDouble()) + " ms  (" + stages + ")    trace "
                + entry.path("trace").asText());
        because(entry);
        entry.path("calls")
                .forEach(call -> detail(
                        "called",
                        call.path("hook").asText() + ", "
                                + size(call.path("bytesIn").asLong())
                                + (call.path("answer").asText().equals("same")
                                        ? ", the same answer as before"
                                        : entry.path("first").asBoolean() ? "" : ", another answer than before")));
        if (entry.has("error")) {
            detail("error", entry.path("error").asText());
        }
        String label = "wrote";
        for (JsonNode write : entry.path("writes")) {
            detail(
                    label,
                    write.path("do").asText()
                            + (write.has("object") ? " " + write.path("object").asText() : "")
                            + fields(write));
            label = "";
        }
        if (entry.has("moreWrites")) {
            detail("", "and " + entry.path("moreWrites").asInt() + " more");
        }
    }

    /** What has changed since the last call; and the causes that this does not show, such as a timer. */
    private void because(JsonNode entry) {
        List<String> reasons = new ArrayList<>();
        List<String> objects = new ArrayList<>();
        for (JsonNode each : entry.path("changed")) {
            String object = each.path("object").asText();
            objects.add(object);
            String how = each.path("how").asText();
            boolean touched = how.equals("changed")
                    && each.has("fields")
                    && each.path("fields").isEmpty();
            reasons.add(
                    how.equals("own write")
                            ? "own write of " + object
                            : object + " " + how
                                    + (each.has("by") ? " by " + each.path("by").asText() : "")
                                    + (touched ? ", but nothing that the hook sees" : "") + fields(each));
        }
        List<String> causes = entry.path("causes")
                .valueStream()
                .map(JsonNode::asText)
                .filter(cause -> reasons.isEmpty()
                        || !(cause.equals("parent changed")
                                || objects.stream().anyMatch(object -> cause.startsWith(object + " "))))
                .toList();
        if (!causes.isEmpty()) {
            boolean unexplained = reasons.isEmpty()
                    && entry.has("changed")
                    && !entry.path("first").asBoolean();
            reasons.addFirst(
                    String.join(", ", causes) + (unexplained ? "; nothing that the hook sees has changed" : ""));
        }
        String label = "because";
        for (String reason : reasons) {
            detail(label, reason);
            label = "";
        }
        if (entry.has("moreChanged")) {
            detail("", "and " + entry.path("moreChanged").asInt() + " more");
        }
    }

    private static String fields(JsonNode of) {
        String all = of.path("fields").valueStream().map(JsonNode::asText).collect(Collectors.joining("; "));
        return all.isEmpty() ? "" : "   " + all;
    }

    private static String size(long bytes) {
        return bytes < 1000 ? bytes + " B" : String.format(Locale.ROOT, "%.1f kB", bytes / 1000.0);
    }

    private String time(JsonNode instant) {
        return clock.format(Instant.parse(instant.asText()));
    }

    private void entry(String label, String value) {
        line("  " + padded(label, 11) + value);
    }

    private void detail(String label, String value) {
        line("    " + padded(label, 9) + value);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }

    /** Without control characters, which come from objects and could change what a terminal shows. */
    private void line(String content) {
        content.chars().forEach(each -> text.append(Character.isISOControl(each) ? '?' : (char) each));
        text.append('\n');
    }
}
