package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.object.FieldPath;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Validates the containers of Pods and of Pod templates. */
final class ContainerRules extends FieldChecks {

    private static final Pattern RESOURCE_FIELDS =
            Pattern.compile("(limits|requests)\\.(cpu|memory|ephemeral-storage|hugepages-.*)");

    private static final Pattern KEYED_FIELDS = Pattern.compile("metadata\\.(annotations|labels)\\['(.*)'\\]");

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

    private static final List<String> FIELDS_OF_VOLUMES =
            List.of("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid");

    /** Fields that are known, but that no reference supports. */
    private static final List<String> FIELDS_OF_NONE =
            List.of("spec.restartPolicy", "spec.schedulerName", "status.phase");

    private static final List<String> DIVISORS =
            List.of("0", "1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");

    private static final List<String> VARIABLE_SOURCES =
            List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef");

    /** All printable characters except {@code =}. */
    private static final Pattern VARIABLE = Pattern.compile("[ -<>-~]+");

    private static final Pattern KEY = Pattern.compile("(?!\\.\\.)(?!\\.$)[-._a-zA-Z0-9]{1,253}");

    private static final Pattern HEADER = Pattern.compile("[-A-Za-z0-9]+");

    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");

    private static final int MOST_OF_PATH = 4095;

    private final JsonNode pod;
    private final Set<String> volumes;
    private final boolean ofHostNetwork;

    private final boolean usersOfHost;

    private ContainerRules(Set<String> volumes, JsonNode spec) {
        this.pod = spec;
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
                if (rules.has(profile, at, "localhostProfile")) {
                    rules.inside(at.field("localhostProfile"), profile.path("localhostProfile"));
                }
            } else if (profile.has("localhostProfile")) {
                rules.invalid(
                        at.field("localhostProfile"),
                        profile.path("localhostProfile"),
                        "can only be set when seccomp type is Localhost");
            }
        }
        JsonNode armor = context.path("appArmorProfile");
        if (armor.isObject()) {
            rules.appArmor(armor, place.field("appArmorProfile"));
        }
        return rules.errors;
    }

    private void appArmor(JsonNode profile, FieldPath place) {
        FieldPath at = place.field("localhostProfile");
        String path = text(profile, "localhostProfile");
        if (has(profile, place, "type")) {
            oneOf(place.field("type"), profile.path("type"), List.of("Localhost", "RuntimeDefault", "Unconfined"));
        }
        if (!text(profile, "type").equals("Localhost")) {
            if (profile.has("localhostProfile")) {
                invalid(at, profile.path("localhostProfile"), "can only be set when AppArmor type is Localhost");
            }
        } else if (path.isBlank()) {
            required(at, "must be set when AppArmor type is Localhost");
        } else if (!path.equals(path.strip())) {
            invalid(at, profile.path("localhostProfile"), "must not be padded with whitespace");
        } else if (path.length() > MOST_OF_PATH) {
            errors.add(FieldError.tooLong(at, MOST_OF_PATH));
        }
    }

    private void container(JsonNode container, FieldPath place) {
        if (has(container, place, "name")) {
            name(place.field("name"), NameForms.label(text(container, "name")), container.path("name"));
        }
        if (has(container, place, "image")
                && place.path().startsWith("spec.") // templates may have any text
                && !place.path().contains("template")
                && !text(container, "image").equals(text(container, "image").strip())) {
            invalid(place.field("image"), container.path("image"), "must not have leading or trailing whitespace");
        }
        oneOf(
                place.field("terminationMessagePolicy"),
                container.path("terminationMessagePolicy"),
                List.of("FallbackToLogsOnError", "File"));
        oneOf(
                place.field("imagePullPolicy"),
                container.path("imagePullPolicy"),
                List.of("Always", "IfNotPresent", "Never"));
        if (container.has("restartPolicy")) {
            only(
                    place.field("restartPolicy"),
                    container.path("restartPolicy"),
                    List.of("Always", "Never", "OnFailure"));
        }
        ports(container.path("ports"), place.field("ports"));
        for (int i = 0; i < container.path("env").size(); i++) {
            variable(container.path("env").get(i), place.field("env").index(i));
        }
        variables(container.path("envFrom"), place.field("envFrom"));
        errors.addAll(MountRules.check(container, place, volumes, pod.path("volumes")));
        Set<String> claims = new HashSet<>();
        pod.path("resourceClaims").forEach(claim -> claims.add(text(claim, "name")));
        errors.addAll(ContainerResourceRules.check(container.path("resources"), place.field("resources"), claims));
        boolean once = place.path().contains(".initContainers")
                && !text(container, "restartPolicy").equals("Always");
        errors.addAll(ContainerResourceRules.resizing(
                container.path("resizePolicy"), place.field("resizePolicy"), text(pod, "restartPolicy"), once));
        JsonNode context = container.path("securityContext");
        errors.addAll(identity(context, place.field("securityContext")));
        boolean escalates = context.path("allowPrivilegeEscalation").asBoolean(true);
        if (context.path("privileged").asBoolean() && !escalates) {
            invalid(
                    place.field("securityContext"),
                    context,
                    "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
        if (!escalates && ObjectTrees.texts(context.at("/capabilities/add")).contains("CAP_SYS_ADMIN")) {
            invalid(
                    place.field("securityContext"),
                    context,
                    "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
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
        field(from.path("fieldRef"), at.field("fieldRef"), FIELDS);
        JsonNode resource = from.path("resourceFieldRef");
        if (resource.isObject()
                && has(resource, at.field("resourceFieldRef"), "resource")
                && !RESOURCE_FIELDS.matcher(text(resource, "resource")).matches()) {
            errors.add(FieldError.unsupported(
                    at.field("resourceFieldRef").field("resource"),
                    resource.path("resource"),
                    List.of("limits.cpu", "limits.memory", "requests.cpu", "requests.memory")));
        }
        if (resource.path("divisor").isTextual()) {
            divisor(at.field("resourceFieldRef").field("divisor"), resource);
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

    private void divisor(FieldPath place, JsonNode reference) {
        String resource = text(reference, "resource");
        List<String> allowed = resource.endsWith(".cpu") ? List.of("0", "1m", "1") : DIVISORS;
        if (!allowed.contains(text(reference, "divisor"))) {
            invalid(place, reference.path("resource"), "only divisors of " + allowed + " are supported");
        }
    }

    /** Checks which field of the Pod is in a file. */
    static List<FieldError> volumeField(JsonNode reference, FieldPath place) {
        ContainerRules rules = new ContainerRules(Set.of(), MissingNode.getInstance());
        rules.field(reference, place, FIELDS_OF_VOLUMES);
        return rules.errors;
    }

    /** Checks which field of the Pod is referred to. */
    private void field(JsonNode reference, FieldPath place, List<String> allowed) {
        if (!reference.isObject() || !has(reference, place, "fieldPath")) {
            return;
        }
        String path = text(reference, "fieldPath");
        Matcher keyed = KEYED_FIELDS.matcher(path);
        if (keyed.matches()) {
            boolean label = keyed.group(1).equals("labels");
            String key = label ? keyed.group(2) : keyed.group(2).toLowerCase(Locale.ROOT);
            name(place, NameForms.qualified(key), TextNode.valueOf(key));
        } else if (Stream.of(FIELDS, FIELDS_OF_VOLUMES, FIELDS_OF_NONE).noneMatch(known -> known.contains(path))) {
            invalid(place.field("fieldPath"), reference.path("fieldPath"), "error converting fieldPath");
        } else if (!allowed.contains(path)) {
            errors.add(FieldError.unsupported(place.field("fieldPath"), reference.path("fieldPath"), allowed));
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
                long most = pod.path("terminationGracePeriodSeconds").asLong(30);
                if (action.path("seconds").asLong() < 0
                        || action.path("seconds").asLong() > most) {
                    invalid(
                            at,
                            action.path("seconds"),
                            "must be non-negative and less than terminationGracePeriodSeconds (" + most + ")");
                }
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
