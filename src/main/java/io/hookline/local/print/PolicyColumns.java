package io.hookline.local.print;

import static io.hookline.local.print.TableColumn.AGE;
import static io.hookline.local.print.TableColumn.NAME;
import static io.hookline.local.print.TableColumn.number;
import static io.hookline.local.print.TableColumn.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The columns of PodDisruptionBudgets and HorizontalPodAutoscalers. */
final class PolicyColumns {

    private PolicyColumns() {}

    static Map<String, List<TableColumn>> byGroupResource() {
        Map<String, List<TableColumn>> columns = new HashMap<>();
        columns.put("poddisruptionbudgets.policy", budgets());
        columns.put("horizontalpodautoscalers.autoscaling", autoscalers());
        return columns;
    }

    private static List<TableColumn> budgets() {
        return List.of(
                NAME,
                text("Min Available", o -> o.at("/spec/minAvailable").asText("N/A")),
                text("Max Unavailable", o -> o.at("/spec/maxUnavailable").asText("N/A")),
                number("Allowed Disruptions", ".status.disruptionsAllowed"),
                AGE);
    }

    private static List<TableColumn> autoscalers() {
        return List.of(
                NAME,
                text(
                        "Reference",
                        o -> o.at("/spec/scaleTargetRef/kind").asText() + "/"
                                + o.at("/spec/scaleTargetRef/name").asText()),
                text("Targets", PolicyColumns::targets),
                text("MinPods", o -> o.at("/spec/minReplicas").asText("<unset>")),
                number("MaxPods", ".spec.maxReplicas"),
                number("Replicas", ".status.currentReplicas"),
                AGE);
    }

    private static String targets(JsonNode autoscaler) {
        List<String> texts = new ArrayList<>();
        for (JsonNode metric : autoscaler.at("/spec/metrics")) {
            JsonNode resource = metric.path("resource");
            String target = resource.at("/target/averageUtilization").asText("");
            if (!target.isEmpty()) {
                texts.add(target(resource.path("name").asText(), current(autoscaler, resource.path("name")), target));
            }
        }
        String percentage =
                autoscaler.at("/spec/targetCPUUtilizationPercentage").asText("");
        if (!percentage.isEmpty()) {
            String current =
                    autoscaler.at("/status/currentCPUUtilizationPercentage").asText("");
            texts.add(target("cpu", current, percentage));
        }
        return texts.isEmpty() ? "<unknown>" : String.join(", ", texts);
    }

    private static String current(JsonNode autoscaler, JsonNode name) {
        for (JsonNode metric : autoscaler.at("/status/currentMetrics")) {
            if (metric.at("/resource/name").equals(name)) {
                return metric.at("/resource/current/averageUtilization").asText("");
            }
        }
        return "";
    }

    private static String target(String name, String current, String target) {
        return name + ": " + (current.isEmpty() ? "<unknown>" : current + "%") + "/" + target + "%";
    }
}
