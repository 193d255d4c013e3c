package io.hookline.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.KubeObject;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many children a rolling update moves now, and how many follow. It is read from the status that the watcher would write. */
final class PlannedRollout {

    /** The message of the condition while children are moved. */
    private static final Pattern UPDATING = Pattern.compile("([0-9]+)/([0-9]+) updated, updating (.+)");

    private PlannedRollout() {}

    /** The line below a parent; empty if no child follows, or if the object is not a parent with a rolling update. */
    static Optional<String> of(KubeObject parent) {
        for (JsonNode condition : parent.tree().at("/status/conditions")) {
            Matcher updating = UPDATING.matcher(condition.path("message").asText());
            if (condition.path("type").asText().equals("RolloutProgressing") && updating.matches()) {
                int before = Integer.parseInt(updating.group(1));
                int total = Integer.parseInt(updating.group(2));
                int now = updating.group(3).split(", ").length;
                return Optional.of(total - before - now)
                        .filter(later -> later > 0)
                        .map(later -> line(total, now, later));
            }
        }
        return Optional.empty();
    }

    private static String line(int total, int now, int later) {
        return "later   a rolling update of " + total + " children; " + now + " now, " + later
                + (later == 1 ? " follows" : " follow") + " when " + (now == 1 ? "it is" : "they are") + " available";
    }
}
