package io.hookline.local.print;

import static io.hookline.local.print.TableColumn.AGE;
import static io.hookline.local.print.TableColumn.NAME;
import static io.hookline.local.print.TableColumn.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.time.Instant;
import java.util.List;

/** The columns of Pods. */
final class PodColumns {

    static final List<TableColumn> COLUMNS = List.of(
            NAME,
            text("Ready", PodColumns::ready),
            text("Status", PodColumns::status),
            new TableColumn("Restarts", "string", "", "", 0, (o, now) -> Json.NODES.textNode(restarts(o, now))),
            AGE,
            text("IP", o -> CellText.orNone(o.at("/status/podIP").asText(""))).wide(),
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
     * The status of the init containers. Empty if all have finished or run as sidecars, so that the other containers can
     * start.
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
            String finished = container.at("/lastState/terminated/finishedAt").asText("");
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
