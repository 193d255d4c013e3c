package io.hookline.local.print;

import static io.hookline.local.print.TableColumn.AGE;
import static io.hookline.local.print.TableColumn.CREATED_AT;
import static io.hookline.local.print.TableColumn.NAME;
import static io.hookline.local.print.TableColumn.number;
import static io.hookline.local.print.TableColumn.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The columns of core kinds that are not workloads, and of storage, scheduling, webhooks and similar kinds. */
final class CoreV1Columns {

    private CoreV1Columns() {}

    static Map<String, List<TableColumn>> byGroupResource() {
        Map<String, List<TableColumn>> columns = new HashMap<>();
        columns.put("namespaces", List.of(NAME, text("Status", ".status.phase"), AGE));
        columns.put(
                "configmaps",
                List.of(NAME, count("Data", "/data", "/binaryData").declared("string"), AGE));
        columns.put(
                "secrets",
                List.of(NAME, text("Type", ".type"), count("Data", "/data").declared("string"), AGE));
        columns.put("serviceaccounts", List.of(NAME, AGE));
        columns.put("nodes", nodes());
        columns.put("events", EVENTS);
        columns.put("events.events.k8s.io", EVENTS);
        columns.put("persistentvolumeclaims", claims());
        columns.put("persistentvolumes", volumes());
        columns.put("storageclasses.storage.k8s.io", storageClasses());
        columns.put("csidrivers.storage.k8s.io", drivers());
        columns.put("csinodes.storage.k8s.io", List.of(NAME, count("Drivers", "/spec/drivers"), AGE));
        columns.put("volumeattachments.storage.k8s.io", attachments());
        for (String kind : List.of("mutatingwebhookconfigurations", "validatingwebhookconfigurations")) {
            columns.put(kind + ".admissionregistration.k8s.io", List.of(NAME, count("Webhooks", "/webhooks"), AGE));
        }
        columns.put("customresourcedefinitions.apiextensions.k8s.io", List.of(NAME, CREATED_AT));
        columns.put("leases.coordination.k8s.io", List.of(NAME, text("Holder", ".spec.holderIdentity"), AGE));
        columns.put(
                "priorityclasses.scheduling.k8s.io",
                List.of(
                        NAME,
                        number("Value", ".value"),
                        new TableColumn(
                                "Global-Default",
                                "boolean",
                                "",
                                "",
                                0,
                                (o, _) -> Json.NODES.booleanNode(
                                        o.path("globalDefault").asBoolean())),
                        AGE,
                        text("PreemptionPolicy", ".preemptionPolicy")));
        columns.put(
                "resourcequotas",
                List.of(NAME, text("Request", o -> quota(o, false)), text("Limit", o -> quota(o, true)), AGE));
        columns.put("limitranges", List.of(NAME, CREATED_AT));
        return columns;
    }

    private static TableColumn count(String name, String... pointers) {
        return new TableColumn(name, "integer", "", "", 0, (o, _) -> {
            int size = 0;
            for (String pointer : pointers) {
                size += o.at(pointer).size();
            }
            return Json.NODES.numberNode(size);
        });
    }

    private static List<TableColumn> nodes() {
        return List.of(
                NAME,
                text("Status", CoreV1Columns::nodeStatus),
                text("Roles", CoreV1Columns::nodeRoles),
                AGE,
                text("Version", ".status.nodeInfo.kubeletVersion"),
                text("Internal-IP", o -> nodeAddress(o, "InternalIP")).wide(),
                text("External-IP", o -> nodeAddress(o, "ExternalIP")).wide(),
                text("OS-Image", o -> nodeFact(o, "osImage")).wide(),
                text("Kernel-Version", o -> nodeFact(o, "kernelVersion")).wide(),
                text("Container-Runtime", o -> nodeFact(o, "containerRuntimeVersion"))
                        .wide());
    }

    private static String nodeStatus(JsonNode node) {
        String ready = CellText.condition(node, "Ready").path("status").asText("");
        String status = ready.isEmpty() ? "Unknown" : ready.equals("True") ? "Ready" : "NotReady";
        return node.at("/spec/unschedulable").asBoolean() ? status + ",SchedulingDisabled" : status;
    }

    private static String nodeRoles(JsonNode node) {
        List<String> roles = new ArrayList<>();
        for (Map.Entry<String, JsonNode> label : node.at("/metadata/labels").properties()) {
            String prefix = "node-role.kubernetes.io/";
            if (label.getKey().startsWith(prefix)) {
                roles.add(label.getKey().substring(prefix.length()));
            }
        }
        return CellText.orNone(String.join(",", roles));
    }

    private static String nodeAddress(JsonNode node, String type) {
        return Json.ofType(node.at("/status/addresses"), type).path("address").asText(CellText.NONE);
    }

    private static String nodeFact(JsonNode node, String field) {
        String fact = node.at("/status/nodeInfo/" + field).asText("");
        return fact.isEmpty() ? "<unknown>" : fact;
    }

    private static final List<TableColumn> EVENTS = List.of(
            new TableColumn(
                    "Last Seen",
                    "string",
                    "",
                    "",
                    0,
                    (o, now) -> Json.NODES.textNode(Age.since(
                            firstText(
                                    o,
                                    "/series/lastObservedTime",
                                    "/lastTimestamp",
                                    "/deprecatedLastTimestamp",
                                    "/eventTime"),
                            now))),
            text("Type", ".type"),
            text("Reason", ".reason"),
            text("Object", CoreV1Columns::eventObject),
            text("Subobject", o -> firstText(o, "/involvedObject/fieldPath", "/regarding/fieldPath"))
                    .wide(),
            text("Source", CoreV1Columns::eventSource).wide(),
            text("Message", o -> firstText(o, "/message", "/note").strip()),
            new TableColumn(
                    "First Seen",
                    "string",
                    "",
                    "",
                    1,
                    (o, now) -> Json.NODES.textNode(Age.since(
                            firstText(o, "/firstTimestamp", "/deprecatedFirstTimestamp", "/eventTime"), now))),
            new TableColumn(
                    "Count",
                    "string",
                    "",
                    "",
                    1,
                    (o, _) -> Json.NODES.numberNode(Math.max(
                            1, Math.max(CellText.number(o, "/series/count", 0), CellText.number(o, "/count", 0))))),
            new TableColumn("Name", "string", "name", "", 1, (o, _) -> o.at("/metadata/name")));

    private static String firstText(JsonNode object, String... pointers) {
        for (String pointer : pointers) {
            String text = object.at(pointer).asText("");
            if (!text.isEmpty() && !text.equals("null")) {
                return text;
            }
        }
        return "";
    }

    private static String eventObject(JsonNode event) {
        JsonNode object = event.has("involvedObject") ? event.path("involvedObject") : event.path("regarding");
        return object.path("kind").asText().toLowerCase(Locale.ROOT) + "/"
                + object.path("name").asText();
    }

    private static String eventSource(JsonNode event) {
        String component = firstText(
                event,
                "/source/component",
                "/reportingComponent",
                "/reportingController",
                "/deprecatedSource/component");
        String host = firstText(event, "/source/host", "/deprecatedSource/host");
        return host.isEmpty() ? component : component + ", " + host;
    }

    private static List<TableColumn> claims() {
        return List.of(
                NAME,
                text(
                        "Status",
                        o -> o.at("/metadata/deletionTimestamp").isTextual()
                                ? "Terminating"
                                : o.at("/status/phase").asText("")),
                text("Volume", ".spec.volumeName"),
                text("Capacity", ".status.capacity.storage"),
                text("Access Modes", o -> accessModes(o.at("/status/accessModes"))),
                text("StorageClass", ".spec.storageClassName"),
                text("VolumeAttributesClass", o -> unset(o.at("/spec/volumeAttributesClassName"))),
                AGE,
                text("VolumeMode", o -> unset(o.at("/spec/volumeMode"))).wide());
    }

    private static List<TableColumn> volumes() {
        return List.of(
                NAME,
                text("Capacity", ".spec.capacity.storage"),
                text("Access Modes", o -> accessModes(o.at("/spec/accessModes"))),
                text("Reclaim Policy", ".spec.persistentVolumeReclaimPolicy"),
                text("Status", ".status.phase"),
                text(
                        "Claim",
                        o -> o.at("/spec/claimRef").isObject()
                                ? o.at("/spec/claimRef/namespace").asText() + "/"
                                        + o.at("/spec/claimRef/name").asText()
                                : ""),
                text("StorageClass", ".spec.storageClassName"),
                text("VolumeAttributesClass", o -> unset(o.at("/spec/volumeAttributesClassName"))),
                text("Reason", ".status.reason"),
                AGE,
                text("VolumeMode", o -> unset(o.at("/spec/volumeMode"))).wide());
    }

    private static List<TableColumn> storageClasses() {
        return List.of(
                NAME,
                text("Provisioner", ".provisioner"),
                text("ReclaimPolicy", o -> o.path("reclaimPolicy").asText("Delete")),
                text("VolumeBindingMode", o -> o.path("volumeBindingMode").asText("Immediate")),
                text(
                        "AllowVolumeExpansion",
                        o -> Boolean.toString(o.path("allowVolumeExpansion").asBoolean())),
                AGE);
    }

    private static List<TableColumn> drivers() {
        return List.of(
                NAME,
                flag("AttachRequired", "/spec/attachRequired", true),
                flag("PodInfoOnMount", "/spec/podInfoOnMount", false),
                flag("StorageCapacity", "/spec/storageCapacity", false),
                text(
                        "TokenRequests",
                        o -> o.at("/spec/tokenRequests").isArray()
                                ? CellText.join(o.at("/spec/tokenRequests"), "audience", ",")
                                : "<unset>"),
                flag("RequiresRepublish", "/spec/requiresRepublish", false),
                text("Modes", o -> CellText.orNone(CellText.join(o.at("/spec/volumeLifecycleModes"), "", ","))),
                AGE);
    }

    private static List<TableColumn> attachments() {
        return List.of(
                NAME,
                text("Attacher", ".spec.attacher"),
                text("PV", ".spec.source.persistentVolumeName"),
                text("Node", ".spec.nodeName"),
                flag("Attached", "/status/attached", false),
                AGE);
    }

    private static TableColumn flag(String name, String pointer, boolean otherwise) {
        return new TableColumn(
                name,
                "boolean",
                "",
                "",
                0,
                (o, _) -> Json.NODES.booleanNode(o.at(pointer).asBoolean(otherwise)));
    }

    private static String unset(JsonNode value) {
        return value.isTextual() ? value.asText() : "<unset>";
    }

    private static String accessModes(JsonNode modes) {
        List<String> texts = new ArrayList<>();
        for (JsonNode mode : modes) {
            texts.add(
                    switch (mode.asText()) {
                        case "ReadWriteOnce" -> "RWO";
                        case "ReadOnlyMany" -> "ROX";
                        case "ReadWriteMany" -> "RWX";
                        case "ReadWriteOncePod" -> "RWOP";
                        default -> mode.asText();
                    });
        }
        return String.join(",", texts);
    }

    private static String quota(JsonNode quota, boolean limits) {
        List<String> texts = new ArrayList<>();
        for (Map.Entry<String, JsonNode> hard : quota.at("/status/hard").properties()) {
            if (hard.getKey().startsWith("limits") == limits) {
                String used = quota.at("/status/used").path(hard.getKey()).asText("0");
                texts.add(hard.getKey() + ": " + used + "/" + hard.getValue().asText());
            }
        }
        return String.join(", ", texts);
    }
}
