package io.hookline.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The list of all hooks and their states, as JSON, as HTML, and for the readiness probe. */
public final class HookList {

    private final List<Row> rows = new ArrayList<>();

    /** Why there may be newer hooks than these. */
    private final Optional<String> folderProblem;

    /**
     * One hook in the list.
     *
     * @param version empty if it has none
     * @param notes the problems of the hook
     * @param isReady whether the hook answers calls
     */
    private record Row(
            String name, String state, String version, List<String> paths, List<String> notes, boolean isReady) {}

    HookList(HookRegistry registry) {
        folderProblem = registry.folderProblem();
        SortedMap<String, Integer> former = registry.formerHanging();
        for (HookRegistry.Entry hook : registry.all()) {
            List<String> notes = new ArrayList<>();
            hook.problem().ifPresent(notes::add);
            if (hook.isUnloaded()) {
                notes.add("no controller here calls it; its first call loads it");
            }
            if (hook.hanging() > 0) {
                notes.add(calls(hook.hanging()) + " beyond the timeout"
                        + (hook.isRefusing() ? "; refused until it is reloaded" : ""));
            }
            Integer earlier = former.remove(hook.name());
            if (earlier != null) {
                notes.add(earlierCalls(earlier));
            }
            boolean ready = hook.isUnloaded() || (hook.program().isPresent() && !hook.isRefusing());
            rows.add(new Row(
                    hook.name(),
                    hook.state(),
                    hook.version().orElse(""),
                    ServedHooks.paths(hook),
                    List.copyOf(notes),
                    ready));
        }
        former.forEach(
                (name, calls) -> rows.add(new Row(name, "removed", "", List.of(), List.of(earlierCalls(calls)), true)));
    }

    private static String earlierCalls(int calls) {
        return calls(calls) + " in earlier versions; restart the server to end their threads";
    }

    private static String calls(int count) {
        return count == 1 ? "1 call hangs" : count + " calls hang";
    }

    /** Whether every hook answers calls, and their folder is there. Otherwise a new pod must not take the traffic of an older one. */
    boolean isReady() {
        return folderProblem.isEmpty() && rows.stream().allMatch(Row::isReady);
    }

    /** The text for the readiness probe: why hooks do not answer, or {@code ok} with all other problems. */
    public String readiness() {
        boolean ready = isReady();
        Stream<String> ofHooks = rows.stream()
                .filter(row -> ready || !row.isReady())
                .filter(row -> !row.notes().isEmpty())
                .map(row -> row.name() + ": " + String.join("\n", row.notes()));
        String notes = Stream.concat(folderProblem.stream(), ofHooks).collect(Collectors.joining("\n"));
        return ready ? ("ok\n" + notes).strip() : notes;
    }

    void write(Context ctx) {
        String accept = ctx.header("Accept");
        if (accept != null && accept.contains("text/html")) {
            ctx.html(html());
        } else {
            ctx.contentType("application/json").result(GoJson.bytes(json()));
        }
    }

    private ObjectNode json() {
        ObjectNode json = Json.NODES.objectNode();
        folderProblem.ifPresent(problem -> json.put("problem", problem));
        ArrayNode list = json.putArray("hooks");
        for (Row row : rows) {
            ObjectNode entry = list.addObject();
            entry.put("name", row.name()).put("state", row.state());
            if (!row.version().isEmpty()) {
                entry.put("version", row.version());
            }
            ArrayNode paths = entry.putArray("paths");
            row.paths().forEach(paths::add);
            if (!row.notes().isEmpty()) {
                entry.put("problem", String.join("\n", row.notes()));
            }
        }
        return json;
    }

    private String html() {
        StringBuilder html = new StringBuilder();
        for (Row row : rows) {
            html.append("<tr><td>").append(escape(row.name()));
            html.append("</td><td>").append(row.state());
            html.append("</td><td>").append(row.version());
            html.append("</td><td>").append(escape(String.join(" ", row.paths())));
            html.append("</td><td><pre>").append(escape(String.join("\n", row.notes())));
            html.append("</pre></td></tr>\n");
        }
        return """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"/><meta name="color-scheme" content="light dark"/><title>Hooks</title>
                <style>
                body { font-family: system-ui, sans-serif; margin: 2em }
                table { border-collapse: collapse }
                th, td { border-bottom: 1px solid #8888; padding: .3em 1em .3em 0; text-align: left; vertical-align: top }
                pre { margin: 0; white-space: pre-wrap }
                </style></head>
                <body><h1>Hooks</h1>
                <p>%s</p>
                <table><thead><tr><th>Name</th><th>State</th><th>Version</th><th>POST</th><th>Problem</th></tr></thead>
                <tbody>
                %s</tbody></table></body></html>
                """.formatted(escape(folderProblem.orElse("")), html);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
