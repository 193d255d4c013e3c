package io.hookline.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.HumanDuration;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The answers of the console as text, which {@code hookline why} and {@code curl} print. For one use. */
final class WhyText {

    private static final int NAMED_CHILDREN = 10;

    /** The length of a reason that is printed for each row, as short ones are read faster than a reference. */
    private static final int MAX_REPEATED = 100;

    private final StringBuilder out = new StringBuilder();
    private final DateTimeFormatter clock;

    /** @param zone of the times in the text */
    WhyText(ZoneId zone) {
        this.clock = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(zone);
    }

    /** The text for one answer: objects, a page of parents, or else the overview. */
    String of(JsonNode answer) {
        if (answer.has("standby")) {
            line(text(answer, "standby"));
            return out.toString();
        }
        if (answer.has("objects")) {
            answer.path("objects").forEach(each -> {
                object(each);
                line("");
            });
        } else if (answer.has("now")) {
            object(answer);
        } else if (answer.has("parents")) {
            page(answer);
        } else {
            overview(answer);
        }
        if (answer.has("since")) { // not for a part of an answer
            line("known since " + time(answer, "since") + ", when this watcher started");
        }
        return out.toString();
    }

    /** The number of the newest entry of each object of an answer, which are read one after the other. Modifiable. */
    static Map<String, Long> last(JsonNode answer) {
        Map<String, Long> last = new HashMap<>();
        for (JsonNode object : answer.path("objects")) {
            object.path("entries")
                    .forEach(entry ->
                            last.merge(heading(object), entry.path("seq").asLong(), Math::max));
        }
        return last;
    }

    /** The text for the entries after the last ones, the oldest first. */
    String after(Map<String, Long> last, JsonNode answer) {
        JsonNode objects = answer.path("objects");
        for (JsonNode object : objects) {
            List<JsonNode> further = object.path("entries")
                    .valueStream()
                    .filter(entry -> entry.path("seq").asLong() > last.getOrDefault(heading(object), 0L))
                    .toList();
            if (objects.size() > 1 && !further.isEmpty()) {
                line("");
                line(heading(object));
            }
            further.reversed().forEach(this::sync);
        }
        return out.toString();
    }

    private static String heading(JsonNode object) {
        return text(object, "object") + "    " + text(object, "controller").replace('/', ' ');
    }

    private void page(JsonNode answer) {
        JsonNode rows = answer.path("parents");
        int shown = rows.size();
        line(count(answer, "total", "parent")
                + (shown < answer.path("total").asLong() ? ", " + shown + " on this page" : ""));
        rows.forEach(each -> line("  " + text(each, "object") + "   "
                + text(each, "controller").replace('/', ' ') + "   " + text(each, "now")));
    }

    private void overview(JsonNode answer) {
        if (answer.path("controllers").isEmpty()) {
            line("there is no CompositeController and no DecoratorController");
        }
        for (JsonNode each : answer.path("controllers")) {
            boolean running = each.path("running").asBoolean();
            String ready = text(each, "ready");
            String message = text(each, "message");
            line(text(each, "name").replace('/', ' ') + "   " + (running ? "Ready " + ready : "does not run")
                    + (each.path("paused").asBoolean() ? ", paused" : "") + ", "
                    + count(each, "parents", "parent") + ", " + text(each, "failing") + " failing");
            if (!(running && ready.startsWith("True")) && !message.isEmpty()) {
                line("  " + message);
            }
        }
        section("hook", answer.path("hooks"), each -> "is not loaded: " + text(each, "problem"));
        section("failing", answer.path("failing"), each -> text(each, "now"));
        section(
                "stuck",
                answer.path("stuck"),
                each -> each.has("problems")
                        ? String.join("; ", lines(each, "problems", JsonNode::asText))
                        : text(each, "now"));
        section("busiest", answer.path("busiest"), each -> count(each, "syncs", "sync"));
        section("slowest", answer.path("slowest"), each -> text(each, "longest"));
    }

    private static String count(JsonNode of, String field, String noun) {
        long number = of.path(field).asLong();
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** A reason that many rows share, such as a paused rollout, is long and is printed once. */
    private void section(String title, JsonNode rows, Function<JsonNode, String> what) {
        String name = title;
        String before = "";
        for (JsonNode each : rows) {
            String reason = what.apply(each);
            boolean repeats = reason.length() > MAX_REPEATED && reason.equals(before);
            line("  " + padded(name, 9) + text(each, "object") + "   " + (repeats ? "the same" : reason));
            name = "";
            before = reason;
        }
    }

    private void object(JsonNode object) {
        line((object.has("child") ? text(object, "child") + "    child of " : "") + heading(object));
        entry("now", text(object, "now"));
        lines(object, "problems", JsonNode::asText).forEach(problem -> entry("problem", problem));
        lines(object, "warnings", JsonNode::asText).forEach(warning -> entry("warning", warning));
        if (object.has("loop")) {
            entry("loop", text(object, "loop"));
        }
        for (JsonNode child : object.path("children")) {
            if (child.has("problem")) {
                entry("not ready", text(child, "object") + "  " + text(child, "problem"));
            }
        }
        int all = object.path("childCount").asInt();
        if (all > 0) {
            String named = object.path("children")
                    .valueStream()
                    .limit(NAMED_CHILDREN)
                    .map(child -> text(child, "object"))
                    .collect(Collectors.joining(", "));
            entry("children", named + (all > NAMED_CHILDREN ? " and " + (all - NAMED_CHILDREN) + " more" : ""));
        }
        if (object.path("quiet").path("calls").asInt() > 0) {
            entry("quiet", quiet(object.path("quiet")));
        }
        object.path("entries").forEach(this::sync);
    }

    private static String quiet(JsonNode quiet) {
        Duration within = Duration.between(instant(quiet, "from"), instant(quiet, "to"));
        String counts = quiet.properties().stream()
                .filter(each -> each.getValue().isNumber() && !each.getKey().equals("calls"))
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
        String last = text(quiet, "lastObject");
        return count(quiet, "calls", "call") + " without a change"
                + (quiet.path("calls").asInt() == 1 ? "" : " within " + HumanDuration.text(within)) + ": " + counts
                + (last.isEmpty() ? "" : "; last " + last);
    }

    private void sync(JsonNode entry) {
        line("");
        JsonNode times = entry.path("times");
        String stages = Stream.of("queue", "claim", "hook", "apply")
                .filter(times::has)
                .map(stage -> stage + " " + rounded(times, stage))
                .collect(Collectors.joining(", "));
        // The times are those of one sync, also if many ended like this.
        String repeated = entry.has("count")
                ? " " + text(entry, "count") + " times until " + time(entry, "until") + ", the first"
                : "";
        String took = text(entry, "outcome").startsWith("waits: ") ? ", after " : " in ";
        line("  " + time(entry, "time") + "   " + text(entry, "outcome") + repeated + took + rounded(times, "total")
                + " ms  (" + stages + ")    trace " + text(entry, "trace"));
        details("because", because(entry));
        more(entry, "moreChanged");
        boolean first = entry.path("first").asBoolean();
        details("called", lines(entry, "calls", call -> called(call, first)));
        if (entry.has("error")) {
            details("error", List.of(text(entry, "error")));
        }
        details("wrote", lines(entry, "writes", WhyText::wrote));
        more(entry, "moreWrites");
    }

    private static List<String> lines(JsonNode entry, String field, Function<JsonNode, String> line) {
        return entry.path(field).valueStream().map(line).toList();
    }

    private static String called(JsonNode call, boolean first) {
        String differs = first ? "" : ", another answer than before";
        return text(call, "hook") + ", " + size(call.path("bytesIn").asLong())
                + (text(call, "answer").equals("same") ? ", the same answer as before" : differs);
    }

    private static String wrote(JsonNode write) {
        return text(write, "do") + (write.has("object") ? " " + text(write, "object") : "") + fields(write);
    }

    /** What has changed since the last call; and the causes that this does not show, such as a timer. */
    private static List<String> because(JsonNode entry) {
        List<String> changes = lines(entry, "changed", WhyText::changed);
        List<String> objects = lines(entry, "changed", each -> text(each, "object") + " ");
        String causes = entry.path("causes")
                .valueStream()
                .map(JsonNode::asText)
                .filter(cause -> changes.isEmpty()
                        || !(cause.equals("parent changed") || objects.stream().anyMatch(cause::startsWith)))
                .collect(Collectors.joining(", "));
        if (causes.isEmpty()) {
            return changes;
        }
        boolean unexplained = changes.isEmpty()
                && entry.has("changed")
                && !entry.path("first").asBoolean();
        String unseen = unexplained ? "; nothing that the hook sees has changed" : "";
        return Stream.concat(Stream.of(causes + unseen), changes.stream()).toList();
    }

    private static String changed(JsonNode each) {
        String how = text(each, "how");
        if (how.equals("own write")) {
            return "own write of " + text(each, "object") + fields(each);
        }
        boolean touched = how.equals("changed")
                && each.has("fields")
                && each.path("fields").isEmpty();
        return text(each, "object") + " " + how + (each.has("by") ? " by " + text(each, "by") : "")
                + (touched ? ", but nothing that the hook sees" : "") + fields(each);
    }

    private static String fields(JsonNode of) {
        String all = of.path("fields").valueStream().map(JsonNode::asText).collect(Collectors.joining("; "));
        return all.isEmpty() ? "" : "   " + all;
    }

    private static String size(long bytes) {
        return bytes < 1000 ? bytes + " B" : String.format(Locale.ROOT, "%.1f kB", bytes / 1000.0);
    }

    private static long rounded(JsonNode times, String stage) {
        return Math.round(times.path(stage).asDouble());
    }

    private static String text(JsonNode of, String field) {
        return of.path(field).asText();
    }

    private static Instant instant(JsonNode of, String field) {
        return Instant.parse(text(of, field));
    }

    private String time(JsonNode of, String field) {
        return clock.format(instant(of, field));
    }

    private void entry(String label, String value) {
        line("  " + padded(label, 11) + value);
    }

    private void details(String title, List<String> values) {
        String label = title;
        for (String value : values) {
            line("    " + padded(label, 9) + value);
            label = "";
        }
    }

    private void more(JsonNode entry, String field) {
        if (entry.has(field)) {
            details("", List.of("and " + text(entry, field) + " more"));
        }
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }

    /** Without control characters, which come from objects and could change what a terminal shows. */
    private void line(String content) {
        content.chars().forEach(each -> out.append(Character.isISOControl(each) ? '?' : (char) each));
        out.append('\n');
    }
}
