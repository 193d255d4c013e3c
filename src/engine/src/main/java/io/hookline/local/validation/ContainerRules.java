package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.schema.GoQuantities;
import io.hookline.object.FieldPath;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Validates the containers of Pods and of Pod templates. */
final class ContainerRules extends FieldChecks {

    /** Those without a domain. */
    private static final Pattern RESOURCES = Pattern.compile("cpu|memory|ephemeral-storage|hugepages-.*");

    private static final Pattern RESOURCE_FIELDS =
            Pattern.compile("(limits|requests)\\.(cpu|memory|ephemeral-storage|hugepages-.*)");

    private static final Pattern KEYED_FIELDS = Pattern.compile("metadata\\.(annotations|labels)\\['.*'\\]");

    private static final List<String> FIELDS = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.serviceAccountName",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");

    /** Those that are known, but only for volumes. */
    private static final List<String> FIELDS_OF_VOLUMES = List.of("metadata.annotations", "metadata.labels");

    private static final List<String> VARIABLE_SOURCES =
            List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");

    /** All printable characters except {@code =}. */
    private static final Pattern VARIABLE = Pattern.compile("[ -<>-~]+");

    private static final Pattern KEY = Pattern.compile("(?!\\.\\.)(?!\\.$)[-._a-zA-Z0-9]{1,253}");

    private static final Pattern HEADER = Pattern.compile("[-A-Za-z0-9]+");

    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");

    private final Set<String> volumes;
    private final boolean ofHostNetwork;

    private final boolean usersOfHost;

    private ContainerRules(Set<String> volumes, JsonNode spec) {
        this.volumes = volumes;
        this.ofHostNetwork = spec.path("hostNetwork").asBoolean();
        this.usersOfHost = spec.path("hostUsers").asBoolean(true);
    }

    /**
     * Checks the containers in a spec.
     *
     * @param volumes the names of what can be mounted
     */
    static List<FieldError> check(JsonNode spec, FieldPath place, Set<String> volumes) {
        ContainerRules rules = new ContainerRules(volumes, spec);
        if (spec.path("containers").isEmpty()) {
            rules.required(place.field("containers"), "");
        }
        Set<String> names = new HashSet<>();
        for (String list : List.of("containers", "initContainers")) {
            rules.hostPorts(spec.path(list), place.field(list));
            for (int i = 0; i < spec.path(list).size(); i++) {
                JsonNode container = spec.path(list).get(i);
                FieldPath at = place.field(list).index(i);
                rules.container(container, at);
                if (!text(container, "name").isEmpty() && !names.add(text(container, "name"))) {
                    rules.errors.add(FieldError.duplicate(at.field("name"), container.path("name")));
                }
                if (list.equals("initContainers")
                        && !text(container, "restartPolicy").equals("Always")) {
                    rules.noHandlers(container, at);
                } else {
                    rules.handlers(container, at);
                }
            }
        }
        return rules.errors;
    }

    /** Checks as whom a container or a Pod runs. */
    static List<FieldError> identity(JsonNode context, FieldPath place) {
        ContainerRules rules = new ContainerRules(Set.of(), MissingNode.getInstance());
        for (String field : List.of("runAsUser", "runAsGroup")) {
            if (context.has(field)) {
                rules.between(place.field(field), context.path(field), 0, Integer.MAX_VALUE);
            }
        }
        JsonNode profile = context.path("seccompProfile");
        if (profile.isObject()) {
            FieldPath at = place.field("seccompProfile");
            boolean local = text(profile, "type").equals("Localhost");
            if (rules.has(profile, at, "type")) {
                rules.oneOf(
                        at.field("type"), profile.path("type"), List.of("Localhost", "RuntimeDefault", "Unconfined"));
            }
            if (local) {
                rules.has(profile, at, "localhostProfile");
            } else if (profile.has("localhostProfile")) {
                rules.invalid(
                        at.field("localhostProfile"),
                        profile.path("localhostProfile"),
                        "can only be set when seccomp type is Localhost");
            }
        }
        return rules.errors;
    }

    private void container(JsonNode container, FieldPath place) {
        if (has(container, place, "name")) {
            name(place.field("name"), NameForms.label(text(container, "name")), container.path("name"));
        }
        has(container, place, "image");
        oneOf(
                place.field("terminationMessagePolicy"),
                container.path("terminationMessagePolicy"),
                List.of("FallbackToLogsOnError", "File"));
        oneOf(
                place.field("imagePullPolicy"),
                container.path("imagePullPolicy"),
                List.of("Always", "IfNotPresent", "Never"));
        oneOf(place.field("restartPolicy"), container.path("restartPolicy"), List.of("Always", "Never", "OnFailure"));
        ports(container.path("ports"), place.field("ports"));
        for (int i = 0; i < container.path("env").size(); i++) {
            variable(container.path("env").get(i), place.field("env").index(i));
        }
        variables(container.path("envFrom"), place.field("envFrom"));
        mounts(container.path("volumeMounts"), place.field("volumeMounts"));
        resources(container.path("resources"), place.field("resources"));
        JsonNode context = container.path("securityContext");
        errors.addAll(identity(context, place.field("securityContext")));
        if (context.path("privileged").asBoolean()
                && !context.path("allowPrivilegeEscalation").asBoolean(true)) {
            invalid(
                    place.field("securityContext"),
                    context,
                    "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
        JsonNode procMount = context.path("procMount");
        oneOf(place.field("securityContext").field("procMount"), procMount, List.of("Default", "Unmasked"));
        if (procMount.asText().equals("Unmasked") && usersOfHost) {
            invalid(
                    place.field("securityContext").field("procMount"),
                    procMount,
                    "`hostUsers` must be false to use `Unmasked`");
        }
    }

    private void ports(JsonNode ports, FieldPath place) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            JsonNode port = ports.get(i);
            FieldPath at = place.index(i);
            String name = text(port, "name");
            if (!name.isEmpty() && !KindRules.isPortName(name)) {
                invalid(at.field("name"), port.path("name"), "must be the name of a port");
            } else if (!name.isEmpty() && !names.add(name)) {
                errors.add(FieldError.duplicate(at.field("name"), port.path("name")));
            }
            long number = port.path("containerPort").asLong();
            long onHost = port.path("hostPort").asLong();
            if (number == 0) {
                required(at.field("containerPort"), "");
            } else {
                port(at.field("containerPort"), port.path("containerPort"));
            }
            if (onHost != 0) {
                port(at.field("hostPort"), port.path("hostPort"));
                if (ofHostNetwork && onHost != number) {
                    invalid(
                            at.field("hostPort"),
                            port.path("hostPort"),
                            "must match `containerPort` when `hostNetwork` is true");
                }
            }
            oneOf(at.field("protocol"), port.path("protocol"), List.of("SCTP", "TCP", "UDP"));
        }
    }

    private void hostPorts(JsonNode containers, FieldPath place) {
        Set<List<String>> taken = new HashSet<>();
        for (int i = 0; i < containers.size(); i++) {
            JsonNode ports = containers.get(i).path("ports");
            for (int j = 0; j < ports.size(); j++) {
                JsonNode port = ports.get(j).path("hostPort");
                List<String> key = List.of(text(ports.get(j), "protocol"), text(ports.get(j), "hostIP"), port.asText());
                if (port.asLong() != 0 && !taken.add(key)) {
                    errors.add(FieldError.duplicate(
                            place.index(i).field("ports").index(j).field("hostPort"), port));
                }
            }
        }
    }

    private void variable(JsonNode variable, FieldPath place) {
        if (has(variable, place, "name")) {
            variableName(place.field("name"), variable.path("name"));
        }
        JsonNode from = variable.path("valueFrom");
        if (!from.isObject()) {
            return;
        }
        FieldPath at = place.field("valueFrom");
        field(from.path("fieldRef"), at.field("fieldRef"), FIELDS, FIELDS_OF_VOLUMES);
        JsonNode resource = from.path("resourceFieldRef");
        if (resource.isObject()
                && has(resource, at.field("resourceFieldRef"), "resource")
                && !RESOURCE_FIELDS.matcher(text(resource, "resource")).matches()) {
            errors.add(FieldError.unsupported(
                    at.field("resourceFieldRef").field("resource"),
                    resource.path("resource"),
                    List.of("limits.cpu", "limits.memory", "requests.cpu", "requests.memory")));
        }
        for (String source : List.of("configMapKeyRef", "secretKeyRef")) {
            JsonNode reference = from.path(source);
            if (reference.isObject()) {
                if (has(reference, at.field(source), "name")) {
                    JsonNode name = reference.path("name");
                    name(at.field(source).field("name"), NameForms.subdomain(name.asText()), name);
                }
                if (has(reference, at.field(source), "key")
                        && !KEY.matcher(text(reference, "key")).matches()) {
                    invalid(at.field(source).field("key"), reference.path("key"), "a valid config key is needed");
                }
            }
        }
        long sources = VARIABLE_SOURCES.stream()
                .filter(source -> from.path(source).isObject())
                .count();
        if (sources != 1 || !text(variable, "value").isEmpty()) {
            errors.add(FieldError.invalid(at.path(), "", "must be one source, and no `value`"));
        }
    }

    /** Checks which field of the Pod is in a file. */
    static List<FieldError> volumeField(JsonNode reference, FieldPath place) {
        ContainerRules rules = new ContainerRules(Set.of(), MissingNode.getInstance());
        List<String> allowed = List.of(
                "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid");
        rules.field(reference, place, allowed, FIELDS);
        return rules.errors;
    }

    /**
     * Checks which field of the Pod is referred to.
     *
     * @param others the fields that only exist elsewhere
     */
    private void field(JsonNode reference, FieldPath place, List<String> allowed, List<String> others) {
        if (!reference.isObject() || !has(reference, place, "fieldPath")) {
            return;
        }
        String path = text(reference, "fieldPath");
        if (allowed.contains(path) || KEYED_FIELDS.matcher(path).matches()) {
            return;
        }
        if (others.contains(path)) {
            errors.add(FieldError.unsupported(place.field("fieldPath"), reference.path("fieldPath"), allowed));
        } else {
            invalid(place.field("fieldPath"), reference.path("fieldPath"), "error converting fieldPath");
        }
    }

    private void variableName(FieldPath place, JsonNode name) {
        if (!VARIABLE.matcher(name.asText()).matches()) {
            invalid(place, name, "a valid environment variable name must consist only of printable ASCII except '='");
        }
    }

    private void variables(JsonNode sources, FieldPath place) {
        for (int i = 0; i < sources.size(); i++) {
            JsonNode source = sources.get(i);
            if (!text(source, "prefix").isEmpty()) {
                variableName(place.index(i).field("prefix"), source.path("prefix"));
            }
            int given = 0;
            for (String kind : List.of("configMapRef", "secretRef")) {
                FieldPath at = place.index(i).field(kind);
                if (source.path(kind).isObject()) {
                    given++;
                    if (has(source.path(kind), at, "name")) {
                        JsonNode name = source.path(kind).path("name");
                        name(at.field("name"), NameForms.subdomain(name.asText()), name);
                    }
                }
            }
            if (given != 1) {
                errors.add(FieldError.invalid(place.path(), "", "must be one of: `configMapRef` or `secretRef`"));
            }
        }
    }

    private void mounts(JsonNode mounts, FieldPath place) {
        Set<String> paths = new HashSet<>();
        for (int i = 0; i < mounts.size(); i++) {
            JsonNode mount = mounts.get(i);
            FieldPath at = place.index(i);
            has(mount, at, "name");
            if (!volumes.contains(text(mount, "name"))) {
                errors.add(FieldError.notFound(at.field("name"), mount.path("name")));
            }
            has(mount, at, "mountPath");
            if (!paths.add(text(mount, "mountPath"))) {
                invalid(at.field("mountPath"), mount.path("mountPath"), "must be unique");
            }
            for (String field : List.of("subPath", "subPathExpr")) {
                String path = text(mount, field);
                if (path.startsWith("/") || Arrays.asList(path.split("/")).contains("..")) {
                    invalid(place.field(field), mount.path(field), "must be a relative path without '..'");
                }
            }
            oneOf(
                    place.field("mountPropagation"),
                    mount.path("mountPropagation"),
                    List.of("Bidirectional", "HostToContainer", "None"));
        }
    }

    /** What is requested is not negative, and not more than the limit. */
    private void resources(JsonNode resources, FieldPath place) {
        for (String list : List.of("limits", "requests")) {
            for (Map.Entry<String, JsonNode> one : resources.path(list).properties()) {
                String at = place.field(list) + "[" + one.getKey() + "]";
                if (!one.getKey().contains("/")
                        && !RESOURCES.matcher(one.getKey()).matches()) {
                    errors.add(FieldError.invalid(at, one.getKey(), "must be a standard resource for containers"));
                }
                String amount = one.getValue().asText();
                if (GoQuantities.value(amount).signum() < 0) {
                    errors.add(FieldError.invalid(at, amount, "must be greater than or equal to 0"));
                }
            }
        }
        for (Map.Entry<String, JsonNode> request : resources.path("requests").properties()) {
            JsonNode limit = resources.path("limits").path(request.getKey());
            if (limit.isTextual()
                    && GoQuantities.value(request.getValue().asText()).compareTo(GoQuantities.value(limit.asText()))
                            > 0) {
                invalid(
                        place.field("requests"),
                        request.getValue(),
                        "must be less than or equal to " + request.getKey() + " limit of " + limit.asText());
            }
        }
    }

    /** A container that ends before the others start has no probes. */
    private void noHandlers(JsonNode container, FieldPath place) {
        for (String field : List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
            if (container.path(field).isObject()) {
                forbidden(place.field(field), "may not be set for init containers without restartPolicy=Always");
            }
        }
    }

    private void handlers(JsonNode container, FieldPath place) {
        for (String field : PROBES) {
            if (container.path(field).isObject()) {
                probe(field, container.path(field), place.field(field));
            }
        }
        for (String field : List.of("postStart", "preStop")) {
            if (container.path("lifecycle").path(field).isObject()) {
                handler(
                        container.path("lifecycle").path(field),
                        place.field("lifecycle").field(field),
                        List.of("exec", "httpGet", "tcpSocket", "sleep"));
            }
        }
    }

    private void probe(String kind, JsonNode probe, FieldPath place) {
        handler(probe, place, List.of("exec", "httpGet", "tcpSocket", "grpc"));
        for (String field : List.of(
                "initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")) {
            notNegative(place, probe, field);
        }
        boolean ready = kind.equals("readinessProbe");
        if (!ready && probe.path("successThreshold").asLong() != 1) {
            invalid(place.field("successThreshold"), probe.path("successThreshold"), "must be 1");
        }
        JsonNode grace = probe.path("terminationGracePeriodSeconds");
        if (grace.isNumber() && (ready || grace.asLong() <= 0)) {
            invalid(
                    place.field("terminationGracePeriodSeconds"),
                    grace,
                    ready ? "must not be set for readinessProbes" : "must be greater than 0");
        }
    }

    private void handler(JsonNode handler, FieldPath place, List<String> kinds) {
        List<String> given =
                kinds.stream().filter(kind -> handler.path(kind).isObject()).toList();
        if (given.isEmpty()) {
            required(place, "must specify a handler type");
            return;
        }
        given.stream()
                .skip(1)
                .forEach(kind -> forbidden(place.field(kind), "may not specify more than 1 handler type"));
        String kind = given.getFirst();
        JsonNode action = handler.path(kind);
        FieldPath at = place.field(kind);
        switch (kind) {
            case "exec" -> {
                if (action.path("command").isEmpty()) {
                    required(at.field("command"), "");
                }
            }
            case "httpGet" -> {
                has(action, at, "path");
                portOrName(at.field("port"), action.path("port"));
                oneOf(at.field("scheme"), action.path("scheme"), List.of("HTTP", "HTTPS"));
                for (JsonNode header : action.path("httpHeaders")) {
                    if (!HEADER.matcher(text(header, "name")).matches()) {
                        invalid(at.field("httpHeaders"), header.path("name"), "a valid HTTP header is needed");
                    }
                }
            }
            case "tcpSocket", "grpc" -> portOrName(at.field("port"), action.path("port"));
            default -> {
                // how long it sleeps is not checked
            }
        }
    }

    private void portOrName(FieldPath place, JsonNode port) {
        if (!port.isTextual()) {
            port(place, port);
        } else if (!KindRules.isPortName(port.textValue())) {
            invalid(place, port, "must be the name of a port");
        }
    }
}
