package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.object.FieldPath;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules of single kinds that users meet when they write a manifest: allowed words, names in fields, and what is missing. */
final class KindRules extends FieldChecks {

    private static final FieldPath SPEC = new FieldPath("spec");

    /** The keys that Secrets of a type must have. */
    private static final Map<String, List<String>> SECRET_KEYS = Map.of(
            "kubernetes.io/tls", List.of("tls.crt", "tls.key"),
            "kubernetes.io/ssh-auth", List.of("ssh-privatekey"));

    private KindRules() {}

    static List<FieldError> check(String table, ObjectNode tree) {
        KindRules rules = new KindRules();
        JsonNode spec = tree.path("spec");
        switch (table) {
            case "services" -> rules.service(spec);
            case "secrets" -> rules.secret(tree);
            case "configmaps" -> rules.configMap(tree);
            case "deployments.apps" -> rules.deployment(spec);
            case "statefulsets.apps" -> {
                rules.name(
                        new FieldPath("metadata.name"),
                        NameForms.label(tree.at("/metadata/name").asText()),
                        tree.at("/metadata/name"));
                rules.selector(spec);
                rules.statefulSet(spec);
            }
            case "replicasets.apps" -> rules.notNegative(SPEC, spec, "minReadySeconds");
            case "daemonsets.apps" -> rules.daemonSet(spec);
            case "podtemplates" ->
                rules.errors.addAll(WorkloadRules.template(tree.path("template"), new FieldPath("template")));
            case "replicationcontrollers" -> {
                rules.errors.addAll(CoreRules.replicationController(spec));
                if (spec.path("template").isObject()) {
                    rules.errors.addAll(WorkloadRules.template(spec.path("template"), SPEC.field("template")));
                }
            }
            case "nodes" -> rules.errors.addAll(CoreRules.node(tree));
            case "controllerrevisions.apps" -> rules.errors.addAll(CoreRules.revision(tree));
            case "endpointslices.discovery.k8s.io" -> rules.endpointSlice(tree);
            case "ingresses.networking.k8s.io" -> rules.ingress(spec);
            case "cronjobs.batch" -> rules.cronJob(tree);
            case "persistentvolumeclaims" -> rules.claim(spec, SPEC);
            case "persistentvolumes" -> rules.errors.addAll(VolumeRules.check(tree));
            case "endpoints" -> rules.errors.addAll(NetworkRules.endpoints(tree));
            case "networkpolicies.networking.k8s.io" -> rules.errors.addAll(NetworkRules.policy(tree));
            case "limitranges" -> rules.errors.addAll(ResourceRules.limitRange(tree));
            case "resourcequotas" -> rules.errors.addAll(ResourceRules.quota(tree));
            case "roles.rbac.authorization.k8s.io", "clusterroles.rbac.authorization.k8s.io" ->
                rules.role(tree, table.startsWith("cluster"));
            case "rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io" ->
                rules.binding(tree, table.startsWith("cluster"));
            case "poddisruptionbudgets.policy" -> {
                if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
                    rules.invalid(SPEC, spec, "minAvailable and maxUnavailable cannot be both set");
                }
            }
            case "horizontalpodautoscalers.autoscaling" -> rules.errors.addAll(AutoscalerRules.check(tree));
            case "leases.coordination.k8s.io" -> {
                if (spec.has("leaseDurationSeconds")
                        && spec.path("leaseDurationSeconds").asLong() <= 0) {
                    rules.invalid(
                            SPEC.field("leaseDurationSeconds"),
                            spec.path("leaseDurationSeconds"),
                            "must be greater than 0");
                }
                if (spec.path("leaseTransitions").asLong() < 0) {
                    rules.invalid(
                            SPEC.field("leaseTransitions"),
                            spec.path("leaseTransitions"),
                            "must be greater than or equal to 0");
                }
            }
            case "storageclasses.storage.k8s.io" -> rules.has(tree, FieldPath.ROOT, "provisioner");
            case "ingressclasses.networking.k8s.io" -> {
                if (!spec.path("controller").asText().contains("/")) {
                    rules.invalid(
                            SPEC.field("controller"),
                            spec.path("controller"),
                            "must be a domain-prefixed path (such as \"acme.io/foo\")");
                }
            }
            default -> {
                // nothing more is checked
            }
        }
        return rules.errors;
    }

    private void service(JsonNode spec) {
        String type = spec.path("type").asText("ClusterIP");
        oneOf(SPEC.field("type"), spec.path("type"), List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort"));
        oneOf(SPEC.field("sessionAffinity"), spec.path("sessionAffinity"), List.of("ClientIP", "None"));
        if (type.equals("ExternalName") && spec.path("externalName").asText().isEmpty()) {
            errors.add(FieldError.required(SPEC.field("externalName").path(), ""));
        }
        spec.path("selector")
                .properties()
                .forEach(label -> name(
                        SPEC.field("selector"),
                        NameForms.labelValue(label.getValue().asText()),
                        label.getValue()));
        Set<String> names = new HashSet<>();
        Set<String> ports = new HashSet<>();
        for (int i = 0; i < spec.path("ports").size(); i++) {
            JsonNode port = spec.path("ports").get(i);
            FieldPath place = SPEC.field("ports").index(i);
            String name = port.path("name").asText();
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
            JsonNode target = port.path("targetPort");
            if (target.isNumber() && (target.asLong() < 1 || target.asLong() > 65_535)) {
                invalid(place.field("targetPort"), target, "must be between 1 and 65535, inclusive");
            }
            if (target.isTextual() && !isPortName(target.textValue())) {
                invalid(place.field("targetPort"), target, "must be a port number or the name of a port");
            }
        }
        String address = spec.path("clusterIP").asText();
        if (!address.isEmpty()
                && !address.equals("None")
                && !address.matches("[0-9.]+|[0-9a-fA-F:.]+:[0-9a-fA-F:.]*")) {
            invalid(SPEC.field("clusterIPs").index(0), spec.path("clusterIP"), "must be a valid IP address");
        }
    }

    static boolean isPortName(String name) {
        return name.matches("[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?") && name.matches(".*[a-z].*") && !name.contains("--");
    }

    private void secret(ObjectNode tree) {
        String type = tree.path("type").asText();
        FieldPath data = new FieldPath("data");
        for (String key : SECRET_KEYS.getOrDefault(type, List.of())) {
            if (!tree.path("data").has(key)) {
                errors.add(FieldError.required("data[" + key + "]", ""));
            }
        }
        if (type.equals("kubernetes.io/basic-auth")
                && !tree.path("data").has("username")
                && !tree.path("data").has("password")) {
            errors.add(FieldError.required("data[username]", ""));
            errors.add(FieldError.required("data[password]", ""));
        }
        if (type.equals("kubernetes.io/dockerconfigjson")) {
            String text = new String(
                    java.util.Base64.getDecoder()
                            .decode(tree.path("data").path(".dockerconfigjson").asText()),
                    java.nio.charset.StandardCharsets.UTF_8);
            if (!text.strip().startsWith("{")) {
                invalid(data.field("[.dockerconfigjson]"), tree.path("-"), "must be a JSON object");
            }
        }
        String account = "kubernetes.io/service-account.name";
        if (type.equals("kubernetes.io/service-account-token")
                && tree.path("metadata")
                        .path("annotations")
                        .path(account)
                        .asText()
                        .isEmpty()) {
            errors.add(FieldError.required("metadata.annotations[" + account + "]", ""));
        }
    }

    private void configMap(ObjectNode tree) {
        for (Map.Entry<String, JsonNode> entry : tree.path("binaryData").properties()) {
            if (tree.path("data").has(entry.getKey())) {
                errors.add(FieldError.invalid(
                        "data[" + entry.getKey() + "]", entry.getKey(), "duplicate of key present in binaryData"));
            }
        }
    }

    private void selector(JsonNode spec) {
        if (ObjectTrees.isAbsent(spec.path("selector"))) {
            errors.add(FieldError.required("spec.selector", ""));
        }
    }

    private void statefulSet(JsonNode spec) {
        List<String> types = List.of("OnDelete", "RollingUpdate");
        JsonNode strategy = spec.path("updateStrategy");
        JsonNode rolling = strategy.path("rollingUpdate");
        FieldPath place = SPEC.field("updateStrategy");
        if (!types.contains(strategy.path("type").asText())) {
            invalid(place, strategy, "must be one of " + types);
        } else if (rolling.isObject() && strategy.path("type").asText().equals("OnDelete")) {
            invalid(place.field("rollingUpdate"), rolling, "only allowed for updateStrategy 'RollingUpdate'");
        } else {
            notNegative(place.field("rollingUpdate"), rolling, "partition");
        }
        String policy = text(spec, "podManagementPolicy");
        if (!List.of("", "OrderedReady", "Parallel").contains(policy)) {
            invalid(
                    SPEC.field("podManagementPolicy"),
                    spec.path("podManagementPolicy"),
                    "must be 'OrderedReady' or 'Parallel'");
        }
        for (String field : List.of("whenDeleted", "whenScaled")) {
            oneOf(
                    SPEC.field("persistentVolumeClaimRetentionPolicy").field(field),
                    spec.path("persistentVolumeClaimRetentionPolicy").path(field),
                    List.of("Delete", "Retain"));
        }
        notNegative(SPEC, spec, "minReadySeconds");
        notNegative(SPEC.field("ordinals"), spec.path("ordinals"), "start");
        if (!text(spec, "serviceName").isEmpty()) {
            name(SPEC.field("serviceName"), NameForms.label(text(spec, "serviceName")), spec.path("serviceName"));
        }
        for (int i = 0; i < spec.path("volumeClaimTemplates").size(); i++) {
            claim(
                    spec.path("volumeClaimTemplates").get(i).path("spec"),
                    SPEC.field("volumeClaimTemplates").index(i).field("spec"));
        }
    }

    private void daemonSet(JsonNode spec) {
        notNegative(SPEC, spec, "minReadySeconds");
        notNegative(SPEC, spec, "revisionHistoryLimit");
        JsonNode strategy = spec.path("updateStrategy");
        FieldPath place = SPEC.field("updateStrategy");
        List<String> types = List.of("RollingUpdate", "OnDelete");
        if (!types.contains(strategy.path("type").asText())) {
            errors.add(FieldError.unsupported(place, strategy, types));
            return;
        }
        JsonNode rolling = strategy.path("rollingUpdate");
        if (!rolling.isObject() || strategy.path("type").asText().equals("OnDelete")) {
            return;
        }
        FieldPath at = place.field("rollingUpdate");
        for (String field : List.of("maxUnavailable", "maxSurge")) {
            part(at.field(field), rolling.path(field));
            atMostAll(at.field(field), rolling.path(field));
        }
        boolean noneUnavailable = isZero(rolling.path("maxUnavailable"));
        boolean noSurge = isZero(rolling.path("maxSurge"));
        if (noneUnavailable && noSurge) {
            required(at.field("maxUnavailable"), "cannot be 0 when maxSurge is 0");
        } else if (!noneUnavailable && !noSurge) {
            invalid(at.field("maxSurge"), rolling.path("maxSurge"), "may not be set when maxUnavailable is non-zero");
        }
    }

    /** A count, or a percentage. */
    private void part(FieldPath place, JsonNode count) {
        if (count.isTextual() && !count.asText().matches("[0-9]+%")) {
            invalid(place, count, "must be an integer or percentage (e.g '5%%')");
        }
        if (count.asLong() < 0) {
            invalid(place, count, "must be greater than or equal to 0");
        }
    }

    private void atMostAll(FieldPath place, JsonNode count) {
        String text = count.asText();
        if (text.matches("0*([1-9][0-9]{2,}%)") && !text.matches("0*100%")) {
            invalid(place, count, "must not be greater than 100%");
        }
    }

    /** What is neither a number nor a percentage stands for none. */
    private static boolean isZero(JsonNode count) {
        return !count.asText().matches("-?0*[1-9][0-9]*%?");
    }

    private void deployment(JsonNode spec) {
        JsonNode strategy = spec.path("strategy");
        FieldPath place = SPEC.field("strategy");
        JsonNode rolling = strategy.path("rollingUpdate");
        List<String> types = List.of("Recreate", "RollingUpdate");
        for (String field : List.of("minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds")) {
            notNegative(SPEC, spec, field);
        }
        if (spec.path("progressDeadlineSeconds").asLong()
                <= spec.path("minReadySeconds").asLong()) {
            invalid(
                    SPEC.field("progressDeadlineSeconds"),
                    spec.path("progressDeadlineSeconds"),
                    "must be greater than minReadySeconds");
        }
        if (!types.contains(strategy.path("type").asText())) {
            errors.add(FieldError.unsupported(place, strategy, types));
            return;
        }
        if (strategy.path("type").asText().equals("Recreate") && rolling.isObject()) {
            errors.add(FieldError.forbidden(
                    place.field("rollingUpdate").path(), "may not be specified when strategy `type` is 'Recreate'"));
        }
        part(place.field("rollingUpdate").field("maxSurge"), rolling.path("maxSurge"));
        part(place.field("rollingUpdate").field("maxUnavailable"), rolling.path("maxUnavailable"));
        atMostAll(place.field("rollingUpdate").field("maxUnavailable"), rolling.path("maxUnavailable"));
        if (rolling.isObject() && isZero(rolling.path("maxSurge")) && isZero(rolling.path("maxUnavailable"))) {
            invalid(
                    place.field("rollingUpdate").field("maxUnavailable"),
                    rolling.path("maxUnavailable"),
                    "may not be 0 when `maxSurge` is 0");
        }
    }

    private void endpointSlice(ObjectNode tree) {
        String type = tree.path("addressType").asText();
        FieldPath place = new FieldPath("addressType");
        if (type.isEmpty()) {
            errors.add(FieldError.required(place.path(), ""));
        }
        oneOf(place, tree.path("addressType"), List.of("FQDN", "IPv4", "IPv6"));
        for (int i = 0; i < tree.path("endpoints").size(); i++) {
            JsonNode addresses = tree.path("endpoints").get(i).path("addresses");
            FieldPath at = new FieldPath("endpoints").index(i).field("addresses");
            if (addresses.isEmpty()) {
                errors.add(FieldError.required(at.path(), "must contain at least 1 address"));
            }
            for (int j = 0; j < addresses.size(); j++) {
                String address = addresses.get(j).asText();
                boolean fits = switch (type) {
                    case "IPv4" -> !address.contains(":");
                    case "IPv6" -> address.contains(":");
                    default -> true;
                };
                if (!fits) {
                    invalid(at.index(j), addresses.get(j), "must be an " + type + " address");
                    invalid(at, addresses, "must be of type " + type);
                }
            }
        }
    }

    private void ingress(JsonNode spec) {
        if (spec.path("rules").isEmpty() && !spec.has("defaultBackend")) {
            invalid(SPEC, spec, "either `defaultBackend` or `rules` must be specified");
        }
        if (spec.has("defaultBackend")) {
            backend(spec.path("defaultBackend"), SPEC.field("defaultBackend"));
        }
        for (int i = 0; i < spec.path("rules").size(); i++) {
            JsonNode rule = spec.path("rules").get(i);
            FieldPath place = SPEC.field("rules").index(i);
            String host = rule.path("host").asText();
            boolean isName = NameForms.subdomain(host.startsWith("*.") ? host.substring(2) : host)
                    .isEmpty();
            if (!host.isEmpty() && (!isName || host.matches("[0-9]+(\\.[0-9]+){3}"))) {
                invalid(place.field("host"), rule.path("host"), "must be a DNS name or a wildcard DNS name");
            }
            JsonNode paths = rule.path("http").path("paths");
            for (int j = 0; j < paths.size(); j++) {
                path(paths.get(j), place.field("http").field("paths").index(j));
            }
        }
    }

    private void path(JsonNode path, FieldPath place) {
        JsonNode type = path.path("pathType");
        if (type.asText().isEmpty()) {
            errors.add(FieldError.required(place.field("pathType").path(), "pathType must be specified"));
        } else if (!List.of("Exact", "ImplementationSpecific", "Prefix").contains(type.asText())) {
            errors.add(FieldError.unsupported(
                    place.field("pathType"), type, List.of("Exact", "ImplementationSpecific", "Prefix")));
        } else if (!type.asText().equals("ImplementationSpecific")
                && !path.path("path").asText().startsWith("/")) {
            invalid(place.field("path"), path.path("path"), "must be an absolute path");
        }
        backend(path.path("backend"), place.field("backend"));
    }

    private void backend(JsonNode backend, FieldPath place) {
        JsonNode service = backend.path("service");
        if (!service.isObject()) {
            return;
        }
        JsonNode name = service.path("name");
        if (name.asText().isEmpty()) {
            errors.add(FieldError.required(place.field("service").field("name").path(), ""));
        } else {
            name(place.field("service").field("name"), NameForms.versionLabel(name.asText()), name);
        }
        if (service.path("port").isEmpty()) {
            errors.add(FieldError.required(place.path(), "port name or number is required"));
        }
    }

    private void cronJob(ObjectNode tree) {
        JsonNode spec = tree.path("spec");
        JsonNode name = tree.path("metadata").path("name");
        if (name.asText().length() > 52) {
            invalid(new FieldPath("metadata.name"), name, "must be no more than 52 characters");
        }
        String schedule = spec.path("schedule").asText();
        boolean fits = schedule.matches("@(yearly|annually|monthly|weekly|daily|midnight|hourly|every .+)")
                || schedule.replaceFirst("^(CRON_)?TZ=\\S+ ", "").strip().matches("(\\S+\\s+){4}\\S+");
        if (!schedule.isEmpty() && !fits) {
            invalid(SPEC.field("schedule"), spec.path("schedule"), "expected exactly 5 fields");
        }
        oneOf(SPEC.field("concurrencyPolicy"), spec.path("concurrencyPolicy"), List.of("Allow", "Forbid", "Replace"));
    }

    private void claim(JsonNode spec, FieldPath root) {
        FieldPath modes = root.field("accessModes");
        if (spec.path("accessModes").isEmpty()) {
            errors.add(FieldError.required(modes.path(), "at least 1 access mode is required"));
        }
        spec.path("accessModes").forEach(mode -> oneOf(modes, mode, VolumeRules.ACCESS_MODES));
        if (!text(spec, "storageClassName").isEmpty()) {
            name(
                    root.field("storageClassName"),
                    NameForms.subdomain(text(spec, "storageClassName")),
                    spec.path("storageClassName"));
        }
        JsonNode size = spec.at("/resources/requests/storage");
        FieldPath place = root.field("resources").field("[storage]");
        if (size.isMissingNode()) {
            errors.add(FieldError.required(place.path(), ""));
        } else if (size.asText().matches("-.*|0+[a-zA-Z]*")) {
            invalid(place, size, "must be greater than zero");
        }
    }

    private void role(ObjectNode tree, boolean ofCluster) {
        for (int i = 0; i < tree.path("rules").size(); i++) {
            JsonNode rule = tree.path("rules").get(i);
            FieldPath place = new FieldPath("rules").index(i);
            if (rule.path("verbs").isEmpty()) {
                errors.add(FieldError.required(place.field("verbs").path(), "verbs must contain at least one value"));
            }
            if (!rule.path("nonResourceURLs").isEmpty()) {
                if (!ofCluster) {
                    invalid(
                            place.field("nonResourceURLs"),
                            rule.path("nonResourceURLs"),
                            "namespaced rules cannot apply to non-resource URLs");
                }
                continue;
            }
            for (String field : List.of("apiGroups", "resources")) {
                if (rule.path(field).isEmpty()) {
                    errors.add(FieldError.required(
                            place.field(field).path(), "resource rules must supply at least one value"));
                }
            }
        }
    }

    private void binding(ObjectNode tree, boolean ofCluster) {
        oneOf(
                new FieldPath("roleRef.kind"),
                tree.path("roleRef").path("kind"),
                ofCluster ? List.of("ClusterRole") : List.of("ClusterRole", "Role"));
        for (int i = 0; i < tree.path("subjects").size(); i++) {
            JsonNode subject = tree.path("subjects").get(i);
            FieldPath place = new FieldPath("subjects").index(i);
            oneOf(place.field("kind"), subject.path("kind"), List.of("Group", "ServiceAccount", "User"));
            if (ofCluster
                    && subject.path("kind").asText().equals("ServiceAccount")
                    && subject.path("namespace").asText().isEmpty()) {
                errors.add(FieldError.required(place.field("namespace").path(), ""));
            }
        }
    }
}
