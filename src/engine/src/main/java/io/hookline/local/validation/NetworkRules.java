package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.IpAddresses;
import io.hookline.local.machinery.IpAddresses.Range;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.FieldPath;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Validates Endpoints, EndpointSlices and NetworkPolicies. */
final class NetworkRules extends FieldChecks {

    private static final FieldPath SPEC = new FieldPath("spec");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

    /** Of one slice. */
    private static final int MOST_ENDPOINTS = 1000;

    /** Of one endpoint. */
    private static final int MOST_ADDRESSES = 100;

    private NetworkRules() {}

    static List<FieldError> endpoints(JsonNode endpoints) {
        NetworkRules rules = new NetworkRules();
        JsonNode subsets = endpoints.path("subsets");
        for (int i = 0; i < subsets.size(); i++) {
            rules.subset(new FieldPath("subsets").index(i), subsets.get(i));
        }
        return rules.errors;
    }

    private void subset(FieldPath place, JsonNode subset) {
        if (subset.path("addresses").isEmpty()
                && subset.path("notReadyAddresses").isEmpty()) {
            required(place, "must specify `addresses` or `notReadyAddresses`");
        }
        for (String list : List.of("addresses", "notReadyAddresses")) {
            for (int i = 0; i < subset.path(list).size(); i++) {
                endpoint(place.field(list).index(i), subset.path(list).get(i));
            }
        }
        JsonNode ports = subset.path("ports");
        for (int i = 0; i < ports.size(); i++) {
            endpointPort(place.field("ports").index(i), ports.get(i), ports.size() > 1);
        }
    }

    private void endpoint(FieldPath place, JsonNode endpoint) {
        endpointAddress(place.field("ip"), endpoint.path("ip"), errors);
        endpointNames(place, endpoint);
    }

    private void endpointNames(FieldPath place, JsonNode endpoint) {
        if (!text(endpoint, "hostname").isEmpty()) {
            name(place.field("hostname"), NameForms.label(text(endpoint, "hostname")), endpoint.path("hostname"));
        }
        if (endpoint.path("nodeName").isTextual()) {
            name(place.field("nodeName"), NameForms.subdomain(text(endpoint, "nodeName")), endpoint.path("nodeName"));
        }
    }

    /** Refuses what is not the address of another host. */
    static void endpointAddress(FieldPath place, JsonNode text, List<FieldError> errors) {
        Optional<InetAddress> address = IpAddresses.address(text.asText());
        if (address.isEmpty()) {
            errors.add(
                    FieldError.invalid(place, text, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"));
        } else if (address.get().isAnyLocalAddress()
                || address.get().isLoopbackAddress()
                || address.get().isLinkLocalAddress()
                || address.get().isMCLinkLocal()) {
            errors.add(FieldError.invalid(
                    place, text, "may not be unspecified, or in the loopback or a link-local range"));
        }
    }

    private void endpointPort(FieldPath place, JsonNode port, boolean hasOthers) {
        String name = text(port, "name");
        if (hasOthers && name.isEmpty()) {
            required(place.field("name"), "");
        }
        port(place.field("port"), port.path("port"));
        portFields(place, port);
    }

    private void portFields(FieldPath place, JsonNode port) {
        String name = text(port, "name");
        if (!name.isEmpty()) {
            name(place.field("name"), NameForms.label(name), port.path("name"));
        }
        oneOf(place.field("protocol"), port.path("protocol"), PROTOCOLS);
        if (port.path("appProtocol").isTextual()) {
            name(place.field("appProtocol"), NameForms.qualified(text(port, "appProtocol")), port.path("appProtocol"));
        }
    }

    static List<FieldError> endpointSlice(JsonNode slice) {
        NetworkRules rules = new NetworkRules();
        FieldPath type = new FieldPath("addressType");
        if (rules.has(slice, FieldPath.ROOT, "addressType")) {
            rules.only(type, slice.path("addressType"), List.of("FQDN", "IPv4", "IPv6"));
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < slice.path("ports").size(); i++) {
            JsonNode port = slice.path("ports").get(i);
            FieldPath place = new FieldPath("ports").index(i);
            if (!names.add(text(port, "name"))) {
                rules.errors.add(FieldError.duplicate(place.field("name"), port.path("name")));
            }
            rules.portFields(place, port);
        }
        if (slice.path("endpoints").size() > MOST_ENDPOINTS) {
            rules.errors.add(FieldError.tooMany(
                    new FieldPath("endpoints"), slice.path("endpoints").size(), MOST_ENDPOINTS));
            return rules.errors;
        }
        for (int i = 0; i < slice.path("endpoints").size(); i++) {
            rules.sliceEndpoint(
                    new FieldPath("endpoints").index(i), slice.path("endpoints").get(i), text(slice, "addressType"));
        }
        return rules.errors;
    }

    private void sliceEndpoint(FieldPath place, JsonNode endpoint, String type) {
        JsonNode addresses = endpoint.path("addresses");
        FieldPath at = place.field("addresses");
        if (addresses.isEmpty()) {
            required(at, "must contain at least 1 address");
        }
        if (addresses.size() > MOST_ADDRESSES) {
            errors.add(FieldError.tooMany(at, addresses.size(), MOST_ADDRESSES));
            return;
        }
        for (int i = 0; i < addresses.size(); i++) {
            String address = addresses.get(i).asText();
            if (type.equals("FQDN")) {
                domain(at.index(i), addresses.get(i));
            } else if (List.of("IPv4", "IPv6").contains(type)) {
                endpointAddress(at.index(i), addresses.get(i), errors);
                Optional<String> canonical = IpAddresses.address(address).map(IpAddresses::canonical);
                if (canonical.isPresent() && !canonical.get().equals(address)) {
                    invalid(at.index(i), addresses.get(i), "must be in canonical form (\"" + canonical.get() + "\")");
                }
                if (address.contains(":") != type.equals("IPv6") && canonical.isPresent()) {
                    invalid(at, addresses, "must be an " + type + " address");
                }
            }
        }
        endpointNames(place, endpoint);
        JsonNode zones = endpoint.path("hints").path("forZones");
        FieldPath hints = place.field("hints").field("forZones");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < zones.size(); i++) {
            JsonNode zone = zones.get(i).path("name");
            if (!names.add(zone.asText())) {
                errors.add(FieldError.duplicate(hints.index(i).field("name"), zone));
            }
            name(hints.index(i).field("name"), NameForms.labelValue(zone.asText()), zone);
        }
    }

    /** Checks a name with at least two labels; a closing dot is allowed. */
    private void domain(FieldPath place, JsonNode address) {
        String name = address.asText().replaceFirst("\\.$", "");
        if (address.asText().isEmpty()) {
            required(place, "");
            return;
        }
        List<String> problems = NameForms.subdomain(name);
        name(place, problems, address);
        if (problems.isEmpty() && !name.contains(".")) {
            invalid(place, address, "should be a domain with at least two segments separated by dots");
        } else if (problems.isEmpty()) {
            for (String label : name.split("\\.", -1)) {
                name(place, NameForms.label(label), address);
            }
        }
    }

    static List<FieldError> policy(JsonNode policy) {
        NetworkRules rules = new NetworkRules();
        JsonNode spec = policy.path("spec");
        rules.selector(SPEC.field("podSelector"), spec.path("podSelector"));
        rules.direction("ingress", "from", spec);
        rules.direction("egress", "to", spec);
        JsonNode types = spec.path("policyTypes");
        FieldPath place = SPEC.field("policyTypes");
        if (types.size() > 2) {
            rules.invalid(place, types, "may not specify more than two policyTypes");
        } else {
            for (int i = 0; i < types.size(); i++) {
                rules.only(place.index(i), types.get(i), List.of("Ingress", "Egress"));
            }
        }
        return rules.errors;
    }

    private void direction(String direction, String peers, JsonNode spec) {
        for (int i = 0; i < spec.path(direction).size(); i++) {
            JsonNode rule = spec.path(direction).get(i);
            FieldPath place = SPEC.field(direction).index(i);
            for (int j = 0; j < rule.path("ports").size(); j++) {
                policyPort(place.field("ports").index(j), rule.path("ports").get(j));
            }
            for (int j = 0; j < rule.path(peers).size(); j++) {
                peer(place.field(peers).index(j), rule.path(peers).get(j));
            }
        }
    }

    private void policyPort(FieldPath place, JsonNode port) {
        if (!PROTOCOLS.contains(text(port, "protocol"))) { // an empty one too
            errors.add(FieldError.unsupported(place.field("protocol"), port.path("protocol"), PROTOCOLS));
        }
        JsonNode number = port.path("port");
        JsonNode end = port.path("endPort");
        if (number.isNumber()) {
            port(place.field("port"), number);
            if (end.isNumber()) {
                if (end.asLong() < number.asLong()) {
                    invalid(place.field("endPort"), number, "must be greater than or equal to `port`");
                }
                port(place.field("endPort"), end);
            }
            return;
        }
        if (end.isNumber()) {
            invalid(place.field("endPort"), end, "may not be specified when `port` is not a number");
        }
        if (number.isTextual() && !KindRules.isPortName(number.textValue())) {
            invalid(place.field("port"), number, "must be a port number or the name of a port");
        }
    }

    private void peer(FieldPath place, JsonNode peer) {
        boolean selects = peer.path("podSelector").isObject()
                || peer.path("namespaceSelector").isObject();
        boolean isBlock = peer.path("ipBlock").isObject();
        if (!selects && !isBlock) {
            required(place, "must specify a peer");
        } else if (selects && isBlock) {
            forbidden(place, "may not specify both ipBlock and another peer");
        }
        for (String selector : List.of("podSelector", "namespaceSelector")) {
            selector(place.field(selector), peer.path(selector));
        }
        if (isBlock) {
            block(place.field("ipBlock"), peer.path("ipBlock"));
        }
    }

    private void block(FieldPath place, JsonNode block) {
        if (!has(block, place, "cidr")) {
            return;
        }
        Optional<Range> whole = maskedRange(place.field("cidr"), block.path("cidr"));
        for (int i = 0; i < block.path("except").size() && whole.isPresent(); i++) {
            JsonNode text = block.path("except").get(i);
            FieldPath at = place.field("except").index(i);
            boolean outside = maskedRange(at, text)
                    .filter(except -> !whole.get().contains(except)
                            || except.bits() == whole.get().bits())
                    .isPresent();
            if (outside) {
                invalid(at, text, "must be a strict subset of `cidr`");
            }
        }
    }

    /** The range of a text, also if it does not start with the first address, which is an error. */
    private Optional<Range> maskedRange(FieldPath place, JsonNode text) {
        Optional<Range> range = range(place, text);
        if (range.isPresent() && !range.get().masked().equals(range.get())) {
            invalid(place, text, "must not have bits set beyond the prefix length");
        }
        return range;
    }
}
