package io.hookline.local.print;

import static io.hookline.local.print.TableColumn.AGE;
import static io.hookline.local.print.TableColumn.NAME;
import static io.hookline.local.print.TableColumn.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The columns of Services, Endpoints and the kinds of discovery.k8s.io and networking.k8s.io. */
final class NetworkingColumns {

    private NetworkingColumns() {}

    static Map<String, List<TableColumn>> byGroupResource() {
        Map<String, List<TableColumn>> columns = new HashMap<>();
        columns.put("services", services());
        columns.put("endpoints", List.of(NAME, text("Endpoints", NetworkingColumns::endpoints), AGE));
        columns.put("endpointslices.discovery.k8s.io", slices());
        columns.put("ingresses.networking.k8s.io", ingresses());
        columns.put(
                "networkpolicies.networking.k8s.io",
                List.of(NAME, text("Pod-Selector", o -> CellText.selector(o.at("/spec/podSelector"))), AGE));
        return columns;
    }

    private static List<TableColumn> services() {
        return List.of(
                NAME,
                text("Type", ".spec.type"),
                text("Cluster-IP", o -> CellText.orNone(o.at("/spec/clusterIP").asText(""))),
                text("External-IP", NetworkingColumns::externalIp),
                text("Port(s)", NetworkingColumns::servicePorts),
                AGE,
                text("Selector", o -> CellText.labels(o.at("/spec/selector"))).wide());
    }

    private static String externalIp(JsonNode service) {
        String external = CellText.join(service.at("/spec/externalIPs"), "", ",");
        return switch (service.at("/spec/type").asText()) {
            case "ExternalName" -> service.at("/spec/externalName").asText();
            case "LoadBalancer" -> {
                String both = String.join(",", loadBalancers(service), external).replaceAll("^,|,$", "");
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
                        .forEach(port -> texts.add(ip + ":" + port.path("port").asInt()));
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
                text("Ports", o -> o.path("ports").isEmpty() ? "<unset>" : CellText.join(o.path("ports"), "port", ",")),
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
