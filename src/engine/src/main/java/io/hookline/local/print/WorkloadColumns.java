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
import java.util.Locale;
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
        columns.put("podtemplates", podTemplates());
        columns.put("jobs.batch", jobs());
        columns.put("cronjobs.batch", cronJobs());
        columns.put(
                "controllerrevisions.apps",
                List.of(
                        NAME,
                        text("Controller", WorkloadColumns::controller),
                        number("Revision", ".revision").declared("string"),
                        AGE));
        return columns;
    }

    private static List<TableColumn> podTemplates() {
        return List.of(
                NAME,
                text("Containers", o -> CellText.containers(o.at("/template/spec"))),
                text("Images", o -> CellText.images(o.at("/template/spec"))),
                text("Pod Labels", o -> CellText.labels(o.at("/template/metadata/labels"))));
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
                number("Up-to-date", ".status.updatedReplicas").declared("string"),
                number("Available", ".status.availableReplicas").declared("string"),
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
                text("Suspend", o -> o.at("/spec/suspend").asBoolean() ? "True" : "False")
                        .declared("boolean"),
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
                return owner.path("kind").asText().toLowerCase(Locale.ROOT) + "." + group(owner) + "/"
                        + owner.path("name").asText();
            }
        }
        return CellText.NONE;
    }

    private static String group(JsonNode owner) {
        String apiVersion = owner.path("apiVersion").asText();
        return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
    }

    /** The columns of Pods. */
    private static final class PodColumns {

        static final List<TableColumn> COLUMNS = List.of(
                NAME,
                text("Ready", PodColumns::ready),
                text("Status", PodColumns::status),
                new TableColumn("Restarts", "string", "", "", 0, (o, now) -> Json.NODES.textNode(restarts(o, now))),
                AGE,
                text("IP", o -> CellText.orNone(o.at("/status/podIP").asText("")))
                        .wide(),
                text("Node", o -> CellText.orNone(o.at("/spec/nodeName").asText("")))
                        .wide(),
                text(
                                "Nominated Node",
                                o -> CellText.orNone(
                                        o.at("/status/nominatedNodeName").asText("")))
                        .wide(),
                text("Readiness Gates", PodColumns::readinessGates).wide());

        private PodColumns() {}

        private static String ready(JsonNode pod) {
            int ready = 0;
            for (JsonNode container : pod.at("/status/containerStatuses")) {
                ready += container.path("ready").asBoolean()
                                && container.at("/state/running").isObject()
                        ? 1
                        : 0;
            }
            return ready + "/" + pod.at("/spec/containers").size();
        }

        private static String status(JsonNode pod) {
            String status = pod.at("/status/reason").asText("");
            if (status.isEmpty()) {
                status = pod.at("/status/phase").asText("");
            }
            if (CellText.condition(pod, "PodScheduled").path("reason").asText().equals("SchedulingGated")) {
                status = "SchedulingGated";
            }
            String initializing = initializing(pod);
            status = initializing.isEmpty() ? containers(pod, status) : initializing;
            return pod.at("/metadata/deletionTimestamp").isTextual() && !isFinished(pod) ? "Terminating" : status;
        }

        private static boolean isFinished(JsonNode pod) {
            String phase = pod.at("/status/phase").asText("");
            return phase.equals("Succeeded") || phase.equals("Failed");
        }

        /**
         * The status of the init containers. Empty if all have finished or run as sidecars, so that the other
         * containers can start.
         */
        private static String initializing(JsonNode pod) {
            JsonNode statuses = pod.at("/status/initContainerStatuses");
            for (int i = 0; i < statuses.size(); i++) {
                JsonNode state = statuses.get(i).path("state");
                boolean done = state.path("terminated").isObject()
                        && state.at("/terminated/exitCode").asInt() == 0;
                boolean sidecar = statuses.get(i).path("started").asBoolean()
                        && state.path("running").isObject();
                if (done || sidecar) {
                    continue;
                }
                String waiting = state.at("/waiting/reason").asText("");
                if (state.path("terminated").isObject()) {
                    return "Init:" + terminated(state.path("terminated"));
                }
                return waiting.isEmpty() || waiting.equals("PodInitializing")
                        ? "Init:" + i + "/" + pod.at("/spec/initContainers").size()
                        : "Init:" + waiting;
            }
            return "";
        }

        private static String containers(JsonNode pod, String phase) {
            String status = phase;
            boolean running = false;
            JsonNode statuses = pod.at("/status/containerStatuses");
            for (int i = statuses.size() - 1; i >= 0; i--) {
                JsonNode state = statuses.get(i).path("state");
                String waiting = state.at("/waiting/reason").asText("");
                if (!waiting.isEmpty()) {
                    status = waiting;
                } else if (state.path("terminated").isObject()) {
                    status = terminated(state.path("terminated"));
                } else {
                    running |= state.path("running").isObject()
                            && statuses.get(i).path("ready").asBoolean();
                }
            }
            if (status.equals("Completed") && running) {
                boolean ready =
                        CellText.condition(pod, "Ready").path("status").asText().equals("True");
                return ready ? "Running" : "NotReady";
            }
            return status;
        }

        private static String terminated(JsonNode state) {
            String reason = state.path("reason").asText("");
            if (!reason.isEmpty()) {
                return reason;
            }
            return state.path("signal").asInt() != 0
                    ? "Signal:" + state.path("signal").asInt()
                    : "ExitCode:" + state.path("exitCode").asInt();
        }

        private static String restarts(JsonNode pod, Instant now) {
            long restarts = 0;
            String last = "";
            for (JsonNode container : pod.at("/status/containerStatuses")) {
                restarts += container.path("restartCount").asLong();
                String finished =
                        container.at("/lastState/terminated/finishedAt").asText("");
                last = finished.compareTo(last) > 0 ? finished : last;
            }
            return restarts == 0 || last.isEmpty()
                    ? Long.toString(restarts)
                    : restarts + " (" + Age.since(last, now) + " ago)";
        }

        private static String readinessGates(JsonNode pod) {
            JsonNode gates = pod.at("/spec/readinessGates");
            if (gates.isEmpty()) {
                return CellText.NONE;
            }
            int passed = 0;
            for (JsonNode gate : gates) {
                JsonNode condition =
                        CellText.condition(pod, gate.path("conditionType").asText());
                passed += condition.path("status").asText().equals("True") ? 1 : 0;
            }
            return passed + "/" + gates.size();
        }
    }
}
