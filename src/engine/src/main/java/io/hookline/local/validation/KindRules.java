package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

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
            case "services" -> rules.errors.addAll(ServiceRules.check(spec));
            case "secrets" -> rules.secret(tree);
            case "configmaps" -> rules.configMap(tree);
            case "deployments.apps" -> rules.deployment(spec);
            case "statefulsets.apps" -> {
                rules.name(
                        new FieldPath("metadata.name"),
                        NameForms.label(tree.at("/metadata/name").asText()),
                        tree.at("/metadata/name"));
                rules.hasSelector(spec);
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
            case "namespaces" -> rules.errors.addAll(CoreRules.namespace(tree));
            case "nodes" -> rules.errors.addAll(CoreRules.node(tree));
            case "controllerrevisions.apps" -> rules.errors.addAll(CoreRules.revision(tree));
            case "endpointslices.discovery.k8s.io" -> rules.errors.addAll(NetworkRules.endpointSlice(tree));
            case "ingresses.networking.k8s.io" -> rules.errors.addAll(IngressRules.ingress(spec));
            case "cronjobs.batch" -> rules.cronJob(tree);
            case "persistentvolumeclaims" -> rules.errors.addAll(StorageRules.claim(spec, SPEC));
            case "persistentvolumes" -> rules.errors.addAll(VolumeRules.check(tree));
            case "endpoints" -> rules.errors.addAll(NetworkRules.endpoints(tree));
            case "networkpolicies.networking.k8s.io" -> rules.errors.addAll(NetworkRules.policy(tree));
            case "limitranges" -> rules.errors.addAll(ResourceRules.limitRange(tree));
            case "resourcequotas" -> rules.errors.addAll(ResourceRules.quota(tree));
            case "roles.rbac.authorization.k8s.io", "clusterroles.rbac.authorization.k8s.io" ->
                rules.errors.addAll(AccessRules.role(tree, table.startsWith("cluster")));
            case "rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io" ->
                rules.errors.addAll(AccessRules.binding(tree, table.startsWith("cluster")));
            case "poddisruptionbudgets.policy" -> {
                if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
                    rules.invalid(SPEC, spec, "minAvailable and maxUnavailable cannot be both set");
                }
                rules.disruptions(spec);
            }
            case "mutatingwebhookconfigurations.admissionregistration.k8s.io",
                    "validatingwebhookconfigurations.admissionregistration.k8s.io" ->
                rules.errors.addAll(WebhookRules.check(tree));
            case "horizontalpodautoscalers.autoscaling" -> rules.errors.addAll(AutoscalerRules.check(tree));
            case "leases.coordination.k8s.io" -> {
                if (spec.has("leaseDurationSeconds")
                        && spec.path("leaseDurationSeconds").asLong() <= 0) {
                    rules.invalid(
                            SPEC.field("leaseDurationSeconds"),
                            spec.path("leaseDurationSeconds"),
                            "must be greater than 0");
                }
                rules.notNegative(SPEC, spec, "leaseTransitions");
            }
            case "storageclasses.storage.k8s.io" -> rules.errors.addAll(StorageRules.storageClass(tree));
            case "csidrivers.storage.k8s.io" -> rules.errors.addAll(StorageRules.driver(spec));
            case "ingressclasses.networking.k8s.io" -> rules.errors.addAll(IngressRules.ingressClass(spec));
            default -> {
                // nothing more is checked
            }
        }
        return rules.errors;
    }

    private void disruptions(JsonNode spec) {
        for (String field : List.of("minAvailable", "maxUnavailable")) {
            part(SPEC.field(field), spec.path(field));
            atMostAll(SPEC.field(field), spec.path(field));
        }
        selector(SPEC.field("selector"), spec.path("selector"));
        oneOf(
                SPEC.field("unhealthyPodEvictionPolicy"),
                spec.path("unhealthyPodEvictionPolicy"),
                List.of("AlwaysAllow", "IfHealthyBudget"));
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
        if (type.equals("kubernetes.io/dockerconfigjson") && !tree.path("data").has(".dockerconfigjson")) {
            required(new FieldPath("data[.dockerconfigjson]"), "");
        } else if (type.equals("kubernetes.io/dockerconfigjson")) {
            String text = new String(
                    Base64.getDecoder()
                            .decode(tree.path("data").path(".dockerconfigjson").asText()),
                    StandardCharsets.UTF_8);
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

    private void hasSelector(JsonNode spec) {
        if (Json.isAbsent(spec.path("selector"))) {
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
            errors.addAll(StorageRules.claim(
                    spec.path("volumeClaimTemplates").get(i).path("spec"),
                    SPEC.field("volumeClaimTemplates").index(i).field("spec")));
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
            forbidden(place.field("rollingUpdate"), "may not be specified when strategy `type` is 'Recreate'");
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

    private void cronJob(ObjectNode tree) {
        JsonNode spec = tree.path("spec");
        JsonNode name = tree.path("metadata").path("name");
        if (name.asText().length() > 52) {
            invalid(new FieldPath("metadata.name"), name, "must be no more than 52 characters");
        }
        oneOf(SPEC.field("concurrencyPolicy"), spec.path("concurrencyPolicy"), List.of("Allow", "Forbid", "Replace"));
    }
}
