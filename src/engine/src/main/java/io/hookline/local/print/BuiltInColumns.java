package io.hookline.local.print;

import static io.hookline.local.print.TableColumn.AGE;
import static io.hookline.local.print.TableColumn.CREATED_AT;
import static io.hookline.local.print.TableColumn.NAME;
import static io.hookline.local.print.TableColumn.number;
import static io.hookline.local.print.TableColumn.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The columns of all built-in kinds. */
public final class BuiltInColumns {
    private BuiltInColumns() {}

    /** By {@code plural.group}. */
    public static Map<String, List<TableColumn>> byGroupResource() {
        Map<String, List<TableColumn>> columns = new HashMap<>();
        columns.putAll(CoreV1Columns.byGroupResource());
        columns.putAll(WorkloadColumns.byGroupResource());
        columns.putAll(NetworkingColumns.byGroupResource());
        columns.putAll(PolicyColumns.byGroupResource());
        columns.putAll(RbacColumns.byGroupResource());
        return columns;
    }

    /** The columns of a Scale. */
    public static List<TableColumn> scale() {
        return List.of(NAME, number("Desired", ".spec.replicas"), number("Available", ".status.replicas"), AGE);
    }

    /** The columns of the kinds of rbac.authorization.k8s.io. */
    private static final class RbacColumns {

        private RbacColumns() {}

        static Map<String, List<TableColumn>> byGroupResource() {
            Map<String, List<TableColumn>> columns = new HashMap<>();
            columns.put("roles.rbac.authorization.k8s.io", List.of(NAME, CREATED_AT));
            columns.put("clusterroles.rbac.authorization.k8s.io", List.of(NAME, CREATED_AT));
            columns.put("rolebindings.rbac.authorization.k8s.io", bindings());
            columns.put("clusterrolebindings.rbac.authorization.k8s.io", bindings());
            return columns;
        }

        private static List<TableColumn> bindings() {
            return List.of(
                    NAME,
                    text(
                            "Role",
                            o -> o.at("/roleRef/kind").asText() + "/"
                                    + o.at("/roleRef/name").asText()),
                    AGE,
                    text("Users", o -> subjects(o, "User")).wide(),
                    text("Groups", o -> subjects(o, "Group")).wide(),
                    text("ServiceAccounts", o -> subjects(o, "ServiceAccount")).wide());
        }

        private static String subjects(JsonNode binding, String kind) {
            List<String> names = new ArrayList<>();
            for (JsonNode subject : binding.path("subjects")) {
                if (subject.path("kind").asText().equals(kind)) {
                    String namespace = subject.path("namespace").asText("");
                    names.add((namespace.isEmpty() ? "" : namespace + "/")
                            + subject.path("name").asText());
                }
            }
            return String.join(", ", names);
        }
    }

    /** The columns of PodDisruptionBudgets and HorizontalPodAutoscalers. */
    private static final class PolicyColumns {

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
                    number("MaxPods", ".spec.maxReplicas").declared("string"),
                    number("Replicas", ".status.currentReplicas").declared("string"),
                    AGE);
        }

        private static String targets(JsonNode autoscaler) {
            List<String> texts = new ArrayList<>();
            for (JsonNode metric : autoscaler.at("/spec/metrics")) {
                JsonNode resource = metric.path("resource");
                String target = resource.at("/target/averageUtilization").asText("");
                if (!target.isEmpty()) {
                    texts.add(
                            target(resource.path("name").asText(), current(autoscaler, resource.path("name")), target));
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

    /** The columns of Services, Endpoints and the kinds of discovery.k8s.io and networking.k8s.io. */
    private static final class NetworkingColumns {

        private NetworkingColumns() {}

        static Map<String, List<TableColumn>> byGroupResource() {
            Map<String, List<TableColumn>> columns = new HashMap<>();
            columns.put("services", services());
            columns.put("endpoints", List.of(NAME, text("Endpoints", NetworkingColumns::endpoints), AGE));
            columns.put("endpointslices.discovery.k8s.io", slices());
            columns.put("ingresses.networking.k8s.io", ingresses());
            columns.put("ingressclasses.networking.k8s.io", ingressClasses());
            columns.put(
                    "networkpolicies.networking.k8s.io",
                    List.of(NAME, text("Pod-Selector", o -> CellText.selector(o.at("/spec/podSelector"))), AGE));
            return columns;
        }

        private static List<TableColumn> services() {
            return List.of(
                    NAME,
                    text("Type", ".spec.type"),
                    text(
                            "Cluster-IP",
                            o -> CellText.orNone(o.at("/spec/clusterIP").asText(""))),
                    text("External-IP", NetworkingColumns::externalIp),
                    text("Port(s)", NetworkingColumns::servicePorts),
                    AGE,
                    text("Selector", o -> CellText.labels(o.at("/spec/selector")))
                            .wide());
        }

        private static String externalIp(JsonNode service) {
            String external = CellText.join(service.at("/spec/externalIPs"), "", ",");
            return switch (service.at("/spec/type").asText()) {
                case "ExternalName" -> service.at("/spec/externalName").asText();
                case "LoadBalancer" -> {
                    String both =
                            String.join(",", loadBalancers(service), external).replaceAll("^,|,$", "");
                    yield both.isEmpty() ? "<pending>" : both;
                }
                default -> CellText.orNone(external);
            };
        }

        private static String loadBalancers(JsonNode object) {
            List<String> texts = new ArrayList<>();
            for (JsonNode ingress : object.at("/status/loadBalancer/ingress")) {
                texts.add(ingress.path("ip").asText(ingress.path("hostname").asText("")));
            }
            return String.join(",", texts);
        }

        private static String servicePorts(JsonNode service) {
            List<String> texts = new ArrayList<>();
            for (JsonNode port : service.at("/spec/ports")) {
                String node = port.path("nodePort").asInt() == 0
                        ? ""
                        : ":" + port.path("nodePort").asInt();
                texts.add(port.path("port").asInt() + node + "/"
                        + port.path("protocol").asText("TCP"));
            }
            return CellText.orNone(String.join(",", texts));
        }

        private static String endpoints(JsonNode endpoints) {
            List<String> texts = new ArrayList<>();
            for (JsonNode subset : endpoints.path("subsets")) {
                for (JsonNode address : subset.path("addresses")) {
                    String ip = address.path("ip").asText();
                    if (subset.path("ports").isEmpty()) {
                        texts.add(ip);
                    }
                    subset.path("ports")
                            .forEach(port ->
                                    texts.add(ip + ":" + port.path("port").asInt()));
                }
            }
            return shortened(texts);
        }

        /** The first three texts and the number of the others. */
        private static String shortened(List<String> texts) {
            return texts.size() <= 3
                    ? CellText.orNone(String.join(",", texts))
                    : String.join(",", texts.subList(0, 3)) + " + " + (texts.size() - 3) + " more...";
        }

        private static List<TableColumn> slices() {
            return List.of(
                    NAME,
                    text("AddressType", ".addressType"),
                    text(
                            "Ports",
                            o -> o.path("ports").isEmpty() ? "<unset>" : CellText.join(o.path("ports"), "port", ",")),
                    text("Endpoints", o -> {
                        List<String> addresses = new ArrayList<>();
                        o.path("endpoints").forEach(e -> e.path("addresses").forEach(a -> addresses.add(a.asText())));
                        return addresses.isEmpty() ? "<unset>" : shortened(addresses);
                    }),
                    AGE);
        }

        private static List<TableColumn> ingresses() {
            return List.of(
                    NAME,
                    text(
                            "Class",
                            o -> CellText.orNone(o.at("/spec/ingressClassName").asText(""))),
                    text("Hosts", NetworkingColumns::hosts),
                    text("Address", NetworkingColumns::loadBalancers),
                    text("Ports", o -> o.at("/spec/tls").isEmpty() ? "80" : "80, 443"),
                    AGE);
        }

        private static List<TableColumn> ingressClasses() {
            String byDefault = "/metadata/annotations/ingressclass.kubernetes.io~1is-default-class";
            return List.of(
                    text(
                            "Name",
                            o -> o.at("/metadata/name").asText()
                                    + (o.at(byDefault).asText().equals("true") ? " (default)" : "")),
                    text("Controller", ".spec.controller"),
                    text("Parameters", o -> parameters(o.at("/spec/parameters"))),
                    AGE);
        }

        private static String parameters(JsonNode reference) {
            if (!reference.isObject()) {
                return CellText.NONE;
            }
            String group = reference.path("apiGroup").asText("");
            return reference.path("kind").asText() + (group.isEmpty() ? "" : "." + group) + "/"
                    + reference.path("name").asText();
        }

        private static String hosts(JsonNode ingress) {
            List<String> hosts = new ArrayList<>();
            for (JsonNode rule : ingress.at("/spec/rules")) {
                String host = rule.path("host").asText("");
                if (!host.isEmpty()) {
                    hosts.add(host);
                }
            }
            return hosts.isEmpty() ? "*" : shortened(hosts);
        }
    }
}
