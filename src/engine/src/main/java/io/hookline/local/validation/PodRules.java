package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.IpAddresses;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Validates the specs of Pods and of Pod templates. Their containers are those of {@link ContainerRules}, their
 * volumes those of {@link PodVolumeRules}.
 */
final class PodRules extends FieldChecks {

    private static final Pattern SYSCTL =
            Pattern.compile("[a-z0-9]([-_a-z0-9]*[a-z0-9])?([./][a-z0-9]([-_a-z0-9]*[a-z0-9])?)*");

    private static final long MOST_DNS_SERVERS = 3;

    private static final int MOST_SEARCHES = 32;

    /** Together, with one space between two of them. */
    private static final int MOST_OF_SEARCHES = 2048;

    private PodRules() {}

    static List<FieldError> check(JsonNode spec, FieldPath place) {
        PodRules rules = new PodRules();
        PodVolumeRules volumes = PodVolumeRules.check(spec.path("volumes"), place.field("volumes"));
        rules.errors.addAll(volumes.errors);
        rules.errors.addAll(ContainerRules.check(spec, place, volumes.mountable));
        if (!spec.path("ephemeralContainers").isEmpty()) {
            boolean ofPod = place.path().equals("spec");
            rules.forbidden(
                    place.field("ephemeralContainers"),
                    ofPod ? "cannot be set on create" : "ephemeral containers not allowed in pod template");
        }
        rules.words(spec, place);
        rules.names(spec, place);
        rules.securityContext(spec.path("securityContext"), place.field("securityContext"));
        rules.affinity(spec.path("affinity"), place.field("affinity"));
        rules.tolerations(spec.path("tolerations"), place.field("tolerations"));
        rules.spread(spec.path("topologySpreadConstraints"), place.field("topologySpreadConstraints"));
        rules.dns(spec, place.field("dnsConfig"));
        rules.claims(spec.path("resourceClaims"), place.field("resourceClaims"));
        rules.host(spec, place);
        rules.gates(spec.path("schedulingGates"), place.field("schedulingGates"));
        rules.hostAliases(spec.path("hostAliases"), place.field("hostAliases"));
        JsonNode overhead = Json.NODES.objectNode().set("limits", spec.path("overhead"));
        rules.errors.addAll(ContainerResourceRules.check(overhead, place.field("overhead"), Set.of()));
        return rules.errors;
    }

    private void claims(JsonNode claims, FieldPath place) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < claims.size(); i++) {
            JsonNode claim = claims.get(i);
            FieldPath at = place.index(i);
            if (has(claim, at, "name")) {
                name(at.field("name"), NameForms.label(text(claim, "name")), claim.path("name"));
                if (!names.add(text(claim, "name"))) {
                    errors.add(FieldError.duplicate(at.field("name"), claim.path("name")));
                }
            }
            int given = 0;
            for (String field : List.of("resourceClaimName", "resourceClaimTemplateName")) {
                if (claim.path(field).isTextual()) {
                    given++;
                    name(at.field(field), NameForms.subdomain(text(claim, field)), claim.path(field));
                }
            }
            if (given != 1) {
                invalid(at, claim, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
            }
        }
    }

    /** What a Pod shares with its node. */
    private void host(JsonNode spec, FieldPath place) {
        if (spec.path("shareProcessNamespace").asBoolean()
                && spec.path("hostPID").asBoolean()) {
            invalid(
                    place.field("securityContext").field("shareProcessNamespace"),
                    spec.path("shareProcessNamespace"),
                    "ShareProcessNamespace and HostPID cannot both be enabled");
        }
        if (!spec.path("hostUsers").asBoolean(true)) {
            // the case of these names differs on a real server
            for (String field : List.of("hostNetwork", "hostPID", "hostIPC")) {
                if (spec.path(field).asBoolean()) {
                    forbidden(
                            place.field(field.replace("hostP", "HostP").replace("hostI", "HostI")),
                            "when `hostUsers` is false");
                }
            }
        }
        JsonNode os = spec.path("os");
        if (os.isObject() && has(os, place.field("os"), "name")) {
            oneOf(place.field("os"), os.path("name"), List.of("linux", "windows"));
        }
    }

    private void gates(JsonNode gates, FieldPath place) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < gates.size(); i++) {
            JsonNode gate = gates.get(i).path("name");
            name(place.index(i), NameForms.qualified(gate.asText()), gate);
            if (!names.add(gate.asText())) {
                errors.add(FieldError.duplicate(place.index(i), gate));
            }
        }
    }

    private void words(JsonNode spec, FieldPath place) {
        oneOf(place.field("restartPolicy"), spec.path("restartPolicy"), List.of("Always", "OnFailure", "Never"));
        oneOf(
                place.field("dnsPolicy"),
                spec.path("dnsPolicy"),
                List.of("ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"));
        oneOf(place.field("preemptionPolicy"), spec.path("preemptionPolicy"), List.of("Never", "PreemptLowerPriority"));
        if (spec.has("activeDeadlineSeconds")) {
            between(place.field("activeDeadlineSeconds"), spec.path("activeDeadlineSeconds"), 1, Integer.MAX_VALUE);
        }
    }

    private void names(JsonNode spec, FieldPath place) {
        for (String field : List.of("serviceAccountName", "nodeName", "priorityClassName", "runtimeClassName")) {
            if (!text(spec, field).isEmpty()) {
                name(place.field(field), NameForms.subdomain(text(spec, field)), spec.path(field));
            }
        }
        for (String field : List.of("hostname", "subdomain")) {
            if (!text(spec, field).isEmpty()) {
                name(place.field(field), NameForms.label(text(spec, field)), spec.path(field));
            }
        }
        for (Map.Entry<String, JsonNode> label : spec.path("nodeSelector").properties()) {
            FieldPath at = place.field("nodeSelector");
            name(at, NameForms.qualified(label.getKey()), TextNode.valueOf(label.getKey()));
            name(at, NameForms.labelValue(label.getValue().asText()), label.getValue());
        }
        for (int i = 0; i < spec.path("readinessGates").size(); i++) {
            JsonNode type = spec.path("readinessGates").get(i).path("conditionType");
            name(
                    place.field("readinessGates").index(i).field("conditionType"),
                    NameForms.qualified(type.asText()),
                    type);
        }
    }

    private void securityContext(JsonNode context, FieldPath place) {
        errors.addAll(ContainerRules.identity(context, place));
        if (context.has("fsGroup")) {
            between(place.field("fsGroup"), context.path("fsGroup"), 0, Integer.MAX_VALUE);
        }
        for (int i = 0; i < context.path("supplementalGroups").size(); i++) {
            between(
                    place.field("supplementalGroups").index(i),
                    context.path("supplementalGroups").get(i),
                    0,
                    Integer.MAX_VALUE);
        }
        oneOf(
                place.field("fsGroupChangePolicy"),
                context.path("fsGroupChangePolicy"),
                List.of("Always", "OnRootMismatch"));
        oneOf(
                place.field("supplementalGroupsPolicy"),
                context.path("supplementalGroupsPolicy"),
                List.of("Merge", "Strict"));
        oneOf(place.field("seLinuxChangePolicy"), context.path("seLinuxChangePolicy"), List.of("Recursive"));
        Set<String> names = new HashSet<>();
        for (int i = 0; i < context.path("sysctls").size(); i++) {
            JsonNode sysctl = context.path("sysctls").get(i);
            FieldPath at = place.field("sysctls").index(i);
            if (has(sysctl, at, "name") && !SYSCTL.matcher(text(sysctl, "name")).matches()) {
                invalid(at.field("name"), sysctl.path("name"), "must have at most 253 characters and be a sysctl");
            } else if (!names.add(text(sysctl, "name"))) {
                errors.add(FieldError.duplicate(at.field("name"), sysctl.path("name")));
            }
        }
    }

    private void affinity(JsonNode affinity, FieldPath place) {
        String always = "requiredDuringSchedulingIgnoredDuringExecution";
        String preferred = "preferredDuringSchedulingIgnoredDuringExecution";
        JsonNode nodes = affinity.path("nodeAffinity");
        if (nodes.path(always).isObject()) {
            nodeSelector(place.field("nodeAffinity").field(always), nodes.path(always));
        }
        for (int i = 0; i < nodes.path(preferred).size(); i++) {
            JsonNode term = nodes.path(preferred).get(i);
            FieldPath at = place.field("nodeAffinity").field(preferred).index(i);
            between(at.field("weight"), term.path("weight"), 1, 100);
            nodeTerm(at.field("preference"), term.path("preference"));
        }
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            JsonNode pods = affinity.path(kind);
            for (int i = 0; i < pods.path(always).size(); i++) {
                podTerm(
                        place.field(kind).field(always).index(i),
                        pods.path(always).get(i));
            }
            for (int i = 0; i < pods.path(preferred).size(); i++) {
                JsonNode term = pods.path(preferred).get(i);
                FieldPath at = place.field(kind).field(preferred).index(i);
                between(at.field("weight"), term.path("weight"), 1, 100);
                podTerm(at.field("podAffinityTerm"), term.path("podAffinityTerm"));
            }
        }
    }

    private void podTerm(FieldPath place, JsonNode term) {
        selector(place.field("labelSelector"), term.path("labelSelector"));
        for (JsonNode namespace : term.path("namespaces")) {
            name(place.field("namespace"), NameForms.label(namespace.asText()), namespace);
        }
        has(term, place, "topologyKey");
        name(place.field("topologyKey"), NameForms.qualified(text(term, "topologyKey")), term.path("topologyKey"));
    }

    private void tolerations(JsonNode tolerations, FieldPath place) {
        for (int i = 0; i < tolerations.size(); i++) {
            toleration(place.index(i), tolerations.get(i));
        }
    }

    private void toleration(FieldPath place, JsonNode toleration) {
        String operator = text(toleration, "operator");
        JsonNode value = toleration.path("value");
        FieldPath at = place.field("operator");
        if (!text(toleration, "key").isEmpty()) {
            name(place.field("key"), NameForms.qualified(text(toleration, "key")), toleration.path("key"));
        } else if (!operator.equals("Exists")) {
            invalid(at, toleration.path("operator"), "operator must be Exists when `key` is empty");
        }
        if (toleration.has("tolerationSeconds") && !text(toleration, "effect").equals("NoExecute")) {
            invalid(
                    place.field("effect"),
                    toleration.path("effect"),
                    "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        oneOf(at, toleration.path("operator"), List.of("Equal", "Exists"));
        if (operator.equals("Exists") && !value.asText().isEmpty()) {
            invalid(at, value, "value must be empty when `operator` is 'Exists'");
        } else if (operator.isEmpty() || operator.equals("Equal")) {
            name(at, NameForms.labelValue(value.asText()), value);
        }
        oneOf(place.field("effect"), toleration.path("effect"), List.of("NoSchedule", "PreferNoSchedule", "NoExecute"));
    }

    private void spread(JsonNode constraints, FieldPath place) {
        List<String> actions = List.of("DoNotSchedule", "ScheduleAnyway");
        for (int i = 0; i < constraints.size(); i++) {
            JsonNode one = constraints.get(i);
            FieldPath at = place.index(i);
            if (one.path("maxSkew").asLong() <= 0) {
                invalid(at.field("maxSkew"), one.path("maxSkew"), "must be greater than zero");
            }
            has(one, at, "topologyKey");
            String action = text(one, "whenUnsatisfiable");
            if (!actions.contains(action)) {
                errors.add(
                        FieldError.unsupported(at.field("whenUnsatisfiable"), one.path("whenUnsatisfiable"), actions));
            }
            for (int j = i + 1; j < constraints.size(); j++) {
                if (text(one, "topologyKey").equals(text(constraints.get(j), "topologyKey"))
                        && action.equals(text(constraints.get(j), "whenUnsatisfiable"))) {
                    errors.add(FieldError.duplicate(at.field("{topologyKey, whenUnsatisfiable}"), one));
                    break;
                }
            }
            JsonNode domains = one.path("minDomains");
            if (!Json.isAbsent(domains) && (domains.asLong() <= 0 || !action.equals("DoNotSchedule"))) {
                invalid(at.field("minDomains"), domains, "must be greater than zero, and is only for DoNotSchedule");
            }
            for (String policy : List.of("nodeAffinityPolicy", "nodeTaintsPolicy")) {
                oneOf(at.field(policy), one.path(policy), List.of("Honor", "Ignore"));
            }
            selector(at.field("labelSelector"), one.path("labelSelector"));
        }
    }

    private void dns(JsonNode spec, FieldPath place) {
        JsonNode config = spec.path("dnsConfig");
        JsonNode servers = config.path("nameservers");
        if (text(spec, "dnsPolicy").equals("None") && servers.isEmpty()) {
            required(
                    config.isObject() ? place.field("nameservers") : place,
                    "must be provided when `dnsPolicy` is None");
            return;
        }
        if (servers.size() > MOST_DNS_SERVERS) {
            invalid(place.field("nameservers"), servers, "must not have more than 3 nameservers");
        }
        for (int i = 0; i < servers.size(); i++) {
            address(place.field("nameservers").index(i), servers.get(i));
        }
        int length = config.path("searches")
                .valueStream()
                .mapToInt(search -> search.asText().length() + 1)
                .sum();
        if (config.path("searches").size() > MOST_SEARCHES || length > MOST_OF_SEARCHES + 1) {
            invalid(place.field("searches"), config.path("searches"), "must not have more than 32 search paths");
        }
        for (int i = 0; i < config.path("searches").size(); i++) {
            JsonNode search = config.path("searches").get(i);
            String name = search.asText().replaceFirst("\\.$", "").replace('_', '-');
            if (!search.asText().equals(".")) {
                name(place.field("searches").index(i), NameForms.subdomain(name), search);
            }
        }
        for (int i = 0; i < config.path("options").size(); i++) {
            if (text(config.path("options").get(i), "name").isEmpty()) {
                required(place.field("options").index(i), "must not be empty");
            }
        }
    }

    private void hostAliases(JsonNode aliases, FieldPath place) {
        for (int i = 0; i < aliases.size(); i++) {
            address(place.index(i).field("ip"), aliases.get(i).path("ip"));
            JsonNode names = aliases.get(i).path("hostnames");
            for (int j = 0; j < names.size(); j++) {
                name(
                        place.index(i).field("hostnames").index(j),
                        NameForms.subdomain(names.get(j).asText()),
                        names.get(j));
            }
        }
    }

    private void address(FieldPath place, JsonNode address) {
        if (IpAddresses.address(address.asText()).isEmpty()) {
            invalid(place, address, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
        }
    }
}
