package io.hookline.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.javalin.http.Context;
import java.util.List;
import java.util.stream.Collectors;

/** The list of all hooks, for programs and for people. */
final class HookList {
    private HookList() {}

    static void write(Context ctx, List<HookTable.Entry> hooks) {
        String accept = ctx.header("Accept");
        if (accept != null && accept.contains("text/html")) {
            ctx.html(html(hooks));
        } else {
            ctx.contentType("application/json").result(GoJson.bytes(json(hooks)));
        }
    }

    private static ObjectNode json(List<HookTable.Entry> hooks) {
        ObjectNode json = Json.NODES.objectNode();
        ArrayNode list = json.putArray("hooks");
        for (HookTable.Entry hook : hooks) {
            ObjectNode entry = list.addObject();
            entry.put("name", hook.name()).put("state", hook.state());
            ArrayNode paths = entry.putArray("paths");
            ServedHooks.paths(hook).forEach(paths::add);
            hook.problem().ifPresent(problem -> entry.put("problem", problem));
        }
        return json;
    }

    private static String html(List<HookTable.Entry> hooks) {
        StringBuilder rows = new StringBuilder();
        for (HookTable.Entry hook : hooks) {
            rows.append("<tr><td>").append(escape(hook.name()));
            rows.append("</td><td>").append(hook.state());
            rows.append("</td><td>").append(escape(String.join(" ", ServedHooks.paths(hook))));
            rows.append("</td><td><pre>").append(escape(hook.problem().orElse("")));
            rows.append("</pre></td></tr>\n");
        }
        return """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>Hooks</title></head>
                <body><h1>Hooks</h1>
                <table><tr><th>Name</th><th>State</th><th>POST</th><th>Problem</th></tr>
                %s</table></body></html>
                """.formatted(rows);
    }

    static String problems(List<HookTable.Entry> hooks) {
        return hooks.stream()
                .filter(hook -> hook.program().isEmpty())
                .map(hook -> hook.name() + ": " + hook.problem().orElse("not loaded"))
                .collect(Collectors.joining("\n"));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
