package io.hookline.local.print;

import static io.hookline.local.print.TableColumn.AGE;
import static io.hookline.local.print.TableColumn.NAME;
import static io.hookline.local.print.TableColumn.number;
import static io.hookline.local.print.TableColumn.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The columns of workloads. */
final class WorkloadColumns {

    private static final TableColumn CONTAINERS =
            text("Containers", o -> CellText.containers(template(o))).wide();
    private static final TableColumn IMAGES =
            text("Images", o -> CellText.images(template(o))).wide();
    private static final TableColumn SELECTOR =
            text("Selector", o -> CellText.selector(o.at("/spec/selector"))).wide();

    private WorkloadColumns() {}

    static Map<String, List<TableColumn>> byGroupResource() {
        Map<String, List<TableColumn>> columns = new HashMap<>();
        columns.put("pods", PodColumns.COLUMNS);
        columns.put("deployments.apps", deployments());
        columns.put("replicasets.apps", replicas());
        columns.put("replicationcontrollers", replicas());
        columns.put("statefulsets.apps", List.of(NAME, ready(), AGE, CONTAINERS, IMAGES));
        columns.put("daemonsets.apps", daemonSets());
        columns.put("jobs.batch", jobs());
        columns.put("cronjobs.batch", cronJobs());
        columns.put(
                "controllerrevisions.apps",
                List.of(NAME, text("Controller", WorkloadColumns::controller), number("Revision", ".revision"), AGE));
        return columns;
    }

    private static TableColumn ready() {
        return text(
                "Ready",
                o -> CellText.number(o, "/status/readyReplicas", 0) + "/" + CellText.number(o, "/spec/replicas", 1));
    }

    private static List<TableColumn> deployments() {
        return List.of(
                NAME,
                ready(),
                number("Up-to-date", ".status.updatedReplicas"),
                number("Available", ".status.availableReplicas"),
                AGE,
                CONTAINERS,
                IMAGES,
                SELECTOR);
    }

    private static List<TableColumn> replicas() {
        TableColumn desired = new TableColumn(
                "Desired",
                "integer",
                "",
                "",
                0,
                (o, _) -> Json.NODES.numberNode(CellText.number(o, "/spec/replicas", 1)));
        return List.of(
                NAME,
                desired,
                number("Current", ".status.replicas"),
                number("Ready", ".status.readyReplicas"),
                AGE,
                CONTAINERS,
                IMAGES,
                SELECTOR);
    }

    private static List<TableColumn> daemonSets() {
        return List.of(
                NAME,
                number("Desired", ".status.desiredNumberScheduled"),
                number("Current", ".status.currentNumberScheduled"),
                number("Ready", ".status.numberReady"),
                number("Up-to-date", ".status.updatedNumberScheduled"),
                number("Available", ".status.numberAvailable"),
                text("Node Selector", o -> CellText.labels(template(o).path("nodeSelector"))),
                AGE,
                CONTAINERS,
                IMAGES,
                SELECTOR);
    }

    private static List<TableColumn> jobs() {
        TableColumn duration =
                new TableColumn("Duration", "string", "", "", 0, (o, now) -> Json.NODES.textNode(jobDuration(o, now)));
        return List.of(
                NAME,
                text("Status", WorkloadColumns::jobStatus),
                text("Completions", WorkloadColumns::jobCompletions),
                duration,
                AGE,
                CONTAINERS,
                IMAGES,
                SELECTOR);
    }

    private static List<TableColumn> cronJobs() {
        TableColumn last = new TableColumn("Last Schedule", "string", "", "", 0, (o, now) -> {
            String time = o.at("/status/lastScheduleTime").asText("");
            return Json.NODES.textNode(time.isEmpty() ? CellText.NONE : Age.since(time, now));
        });
        TableColumn active = new TableColumn(
                "Active",
                "integer",
                "",
                "",
                0,
                (o, _) -> Json.NODES.numberNode(o.at("/status/active").size()));
        return List.of(
                NAME,
                text("Schedule", ".spec.schedule"),
                text("Timezone", o -> CellText.orNone(o.at("/spec/timeZone").asText(""))),
                text("Suspend", o -> o.at("/spec/suspend").asBoolean() ? "True" : "False"),
                active,
                last,
                AGE,
                text("Containers", o -> CellText.containers(jobTemplate(o))).wide(),
                text("Images", o -> CellText.images(jobTemplate(o))).wide(),
                text("Selector", o -> CellText.selector(o.at("/spec/jobTemplate/spec/selector")))
                        .wide());
    }

    private static JsonNode template(JsonNode object) {
        return object.at("/spec/template/spec");
    }

    private static JsonNode jobTemplate(JsonNode object) {
        return object.at("/spec/jobTemplate/spec/template/spec");
    }

    private static String jobStatus(JsonNode job) {
        for (String type : List.of("Complete", "Failed", "Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (CellText.condition(job, type).path("status").asText().equals("True")) {
                return type;
            }
        }
        return job.at("/metadata/deletionTimestamp").isTextual() ? "Terminating" : "Running";
    }

    private static String jobCompletions(JsonNode job) {
        long succeeded = CellText.number(job, "/status/succeeded", 0);
        if (job.at("/spec/completions").isNumber()) {
            return succeeded + "/" + job.at("/spec/completions").asLong();
        }
        long parallelism = CellText.number(job, "/spec/parallelism", 0);
        return succeeded + (parallelism > 1 ? "/1 of " + parallelism : "/1");
    }

    private static String jobDuration(JsonNode job, Instant now) {
        String start = job.at("/status/startTime").asText("");
        String end = job.at("/status/completionTime").asText("");
        if (start.isEmpty()) {
            return "";
        }
        return end.isEmpty()
                ? Age.since(start, now)
                : Age.of(Duration.between(OffsetDateTime.parse(start), OffsetDateTime.parse(end)));
    }

    private static String controller(JsonNode object) {
        for (JsonNode owner : object.at("/metadata/ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                return owner.path("kind").asText().toLowerCase(java.util.Locale.ROOT) + "." + group(owner) + "/"
                        + owner.path("name").asText();
            }
        }
        return CellText.NONE;
    }

    private static String group(JsonNode owner) {
        String apiVersion = owner.path("apiVersion").asText();
        return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
    }
}
