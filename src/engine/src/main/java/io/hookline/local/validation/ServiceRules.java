package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.IpAddresses;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.FieldPath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates Services. */
final class ServiceRules extends FieldChecks {

    private static final FieldPath SPEC = new FieldPath("spec");

    /** The longest session affinity: a day. */
    private static final int AFFINITY_SECONDS = 86_400;

    private ServiceRules() {}

    static List<FieldError> check(JsonNode spec) {
        ServiceRules rules = new ServiceRules();
        rules.addresses(spec);
        if (rules.errors.isEmpty()) { // without addresses, a real server looks no further
            rules.service(spec);
            rules.ofType(spec, text(spec, "type"));
            rules.traffic(spec, text(spec, "type"));
        }
        return rules.errors;
    }

    private void service(JsonNode spec) {
        String type = spec.path("type").asText("ClusterIP");
        oneOf(SPEC.field("type"), spec.path("type"), List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort"));
        oneOf(SPEC.field("sessionAffinity"), spec.path("sessionAffinity"), List.of("ClientIP", "None"));
        if (type.equals("ExternalName") && has(spec, SPEC, "externalName")) {
            String host = text(spec, "externalName");
            name(
                    SPEC.field("externalName"),
                    NameForms.subdomain(host.endsWith(".") ? host.substring(0, host.length() - 1) : host),
                    spec.path("externalName"));
        }
        spec.path("selector").properties().forEach(label -> {
            name(SPEC.field("selector"), NameForms.qualified(label.getKey()), TextNode.valueOf(label.getKey()));
            name(SPEC.field("selector"), NameForms.labelValue(label.getValue().asText()), label.getValue());
        });
        Set<String> names = new HashSet<>();
        Set<String> ports = new HashSet<>();
        boolean portless =
                type.equals("ExternalName") || text(spec, "clusterIP").equals("None");
        if (!portless && spec.path("ports").isEmpty()) {
            errors.add(FieldError.required("spec.ports", ""));
        }
        for (int i = 0; i < spec.path("ports").size(); i++) {
            JsonNode port = spec.path("ports").get(i);
            FieldPath place = SPEC.field("ports").index(i);
            String name = port.path("name").asText();
            if (spec.path("ports").size() > 1 && name.isEmpty()) {
                errors.add(FieldError.required(place.field("name").path(), ""));
            }
            between(place.field("port"), port.path("port"), 1, 65_535);
            if (!name.isEmpty()) {
                name(place.field("name"), NameForms.label(name), port.path("name"));
                if (!names.add(name)) {
                    errors.add(FieldError.duplicate(place.field("name"), port.path("name")));
                }
            }
            oneOf(place.field("protocol"), port.path("protocol"), List.of("SCTP", "TCP", "UDP"));
            if (!ports.add(
                    port.path("protocol").asText() + "/" + port.path("port").asText())) {
                errors.add(FieldError.duplicate(place, port));
            }
            if (port.path("appProtocol").isTextual()) {
                name(
                        place.field("appProtocol"),
                        NameForms.qualified(text(port, "appProtocol")),
                        port.path("appProtocol"));
            }
            JsonNode target = port.path("targetPort");
            if (target.isNumber() && (target.asLong() < 1 || target.asLong() > 65_535)) {
                invalid(place.field("targetPort"), target, "must be between 1 and 65535, inclusive");
            }
            if (target.isTextual() && !KindRules.isPortName(target.textValue())) {
                invalid(place.field("targetPort"), target, "must be a port number or the name of a port");
            }
        }
    }

    /** What Services of only some types may have. */
    private void ofType(JsonNode spec, String type) {
        if (text(spec, "clusterIP").equals("None")
                && List.of("LoadBalancer", "NodePort").contains(type)) {
            invalid(
                    SPEC.field("clusterIPs").index(0),
                    spec.path("clusterIP"),
                    "may not be set to 'None' for this type");
        }
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < spec.path("ports").size(); i++) {
            JsonNode port = spec.path("ports").get(i);
            FieldPath place = SPEC.field("ports").index(i).field("nodePort");
            boolean given = port.path("nodePort").asLong() != 0;
            if (given && type.equals("ClusterIP")) {
                forbidden(place, "may not be used when `type` is 'ClusterIP'");
            }
            if (given && !taken.add(text(port, "protocol") + port.path("nodePort"))) {
                errors.add(FieldError.duplicate(place, port.path("nodePort")));
            }
        }
        String balancers = "may only be used when `type` is 'LoadBalancer'";
        boolean balanced = type.equals("LoadBalancer");
        FieldPath ranges = SPEC.field("LoadBalancerSourceRanges");
        if (!spec.path("loadBalancerSourceRanges").isEmpty() && !balanced) {
            forbidden(ranges, balancers);
        }
        for (int i = 0; i < spec.path("loadBalancerSourceRanges").size(); i++) {
            JsonNode range = spec.path("loadBalancerSourceRanges").get(i);
            if (IpAddresses.range(range.asText().strip()).isEmpty()) {
                invalid(ranges.index(i), range, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
            }
        }
        if (spec.path("allocateLoadBalancerNodePorts").isBoolean() && !balanced) {
            forbidden(SPEC.field("allocateLoadBalancerNodePorts"), balancers);
        }
        JsonNode balancer = spec.path("loadBalancerClass");
        if (balancer.isTextual() && !balanced) {
            forbidden(SPEC.field("loadBalancerClass"), balancers);
        } else if (balancer.isTextual()) {
            name(SPEC.field("loadBalancerClass"), NameForms.qualified(balancer.textValue()), balancer);
        }
    }

    private void traffic(JsonNode spec, String type) {
        for (int i = 0; i < spec.path("externalIPs").size(); i++) {
            NetworkRules.endpointAddress(
                    SPEC.field("externalIPs").index(i), spec.path("externalIPs").get(i), errors);
        }
        boolean external = List.of("LoadBalancer", "NodePort").contains(type)
                || (type.equals("ClusterIP") && !spec.path("externalIPs").isEmpty());
        JsonNode policy = spec.path("externalTrafficPolicy");
        if (external) {
            oneOf(SPEC.field("externalTrafficPolicy"), policy, List.of("Cluster", "Local"));
        } else if (!policy.asText().isEmpty()) {
            invalid(SPEC.field("externalTrafficPolicy"), policy, "may only be set for externally-accessible services");
        }
        JsonNode port = spec.path("healthCheckNodePort");
        if (!isHealthChecked(spec) && port.asLong() != 0) {
            invalid(
                    SPEC.field("healthCheckNodePort"),
                    port,
                    "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
        }
        oneOf(SPEC.field("internalTrafficPolicy"), spec.path("internalTrafficPolicy"), List.of("Cluster", "Local"));
        if (spec.path("trafficDistribution").isTextual()) {
            only(
                    SPEC.field("trafficDistribution"),
                    spec.path("trafficDistribution"),
                    List.of("PreferClose", "PreferSameNode", "PreferSameZone"));
        }
        JsonNode seconds = spec.at("/sessionAffinityConfig/clientIP/timeoutSeconds");
        if (text(spec, "sessionAffinity").equals("ClientIP") && seconds.isNumber()) {
            between(
                    SPEC.field("sessionAffinityConfig").field("clientIP").field("timeoutSeconds"),
                    seconds,
                    1,
                    AFFINITY_SECONDS);
        }
    }

    private void addresses(JsonNode spec) {
        String type = text(spec, "type");
        if (type.equals("ExternalName")
                && !(text(spec, "clusterIP").isEmpty()
                        && spec.path("clusterIPs").isEmpty())) {
            forbidden(SPEC.field("clusterIPs"), "may not be set for ExternalName services");
        } else if (text(spec, "clusterIP").isEmpty() && !spec.path("clusterIPs").isEmpty()) {
            invalid(
                    SPEC.field("clusterIPs"),
                    spec.path("clusterIPs"),
                    "must be empty when `clusterIP` is not specified");
        } else if (!text(spec, "clusterIP").equals(spec.at("/clusterIPs/0").asText(""))) {
            invalid(SPEC.field("clusterIPs"), spec.path("clusterIPs"), "first value must match `clusterIP`");
        }
        for (String field : List.of("ipFamilies", "ipFamilyPolicy")) {
            if (type.equals("ExternalName")
                    && !(spec.path(field).isEmpty() && text(spec, field).isEmpty())) {
                forbidden(SPEC.field(field), "may not be set for ExternalName services");
            }
        }
        oneOf(
                SPEC.field("ipFamilyPolicy"),
                spec.path("ipFamilyPolicy"),
                List.of("PreferDualStack", "RequireDualStack", "SingleStack"));
        if (!type.equals("ExternalName")) {
            families(spec.path("ipFamilies"));
            clusterAddresses(spec);
        }
    }

    private void families(JsonNode families) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < families.size(); i++) {
            FieldPath place = SPEC.field("ipFamilies").index(i);
            oneOf(place, families.get(i), List.of("IPv4", "IPv6"));
            if (!seen.add(families.get(i).asText())) {
                errors.add(FieldError.duplicate(place, families.get(i)));
            }
        }
    }

    /** At most one address of each family, in the order of the families. */
    private void clusterAddresses(JsonNode spec) {
        FieldPath place = SPEC.field("clusterIPs");
        JsonNode addresses = spec.path("clusterIPs");
        boolean readable = true;
        for (int i = 0; i < addresses.size(); i++) {
            String address = addresses.get(i).asText();
            if (i > 0 && address.equals("None")) {
                invalid(place.index(i), addresses.get(i), "may not be set to 'None'");
            } else if (!address.equals("None") && IpAddresses.address(address).isEmpty()) {
                invalid(place.index(i), addresses.get(i), "must be a valid IP address");
                readable = false;
            }
        }
        if (addresses.size() > 2) {
            invalid(place, addresses, "may only hold up to 2 values");
        }
        for (int i = 0; readable && i < addresses.size(); i++) {
            boolean six = isOfVersion6(addresses.get(i));
            if (i > 0 && six == isOfVersion6(addresses.get(0))) {
                invalid(place, addresses, "may specify no more than one IP for each IP family");
            }
            boolean none = addresses.get(i).asText().equals("None");
            if (!none && spec.path("ipFamilies").path(i).asText().equals(six ? "IPv4" : "IPv6")) {
                invalid(place.index(i), addresses.get(i), "expected an address as indicated by `ipFamilies`");
            }
        }
    }

    private static boolean isOfVersion6(JsonNode address) {
        return address.asText().contains(":");
    }

    /** What stays for as long as the type and the policy of traffic do. */
    static List<FieldError> changes(JsonNode spec, JsonNode before) {
        ServiceRules rules = new ServiceRules();
        JsonNode balancer = spec.path("loadBalancerClass");
        JsonNode port = spec.path("healthCheckNodePort");
        if (text(spec, "type").equals("LoadBalancer")
                && text(before, "type").equals("LoadBalancer")
                && !balancer.equals(before.path("loadBalancerClass"))) {
            rules.invalid(SPEC.field("loadBalancerClass"), balancer, "may not change once set");
        }
        if (isHealthChecked(spec) && isHealthChecked(before) && !port.equals(before.path("healthCheckNodePort"))) {
            rules.forbidden(SPEC.field("healthCheckNodePort"), "field is immutable");
        }
        return rules.errors;
    }

    /** Whether a port for health checks is allocated. */
    static boolean isHealthChecked(JsonNode spec) {
        return text(spec, "type").equals("LoadBalancer")
                && text(spec, "externalTrafficPolicy").equals("Local");
    }
}
