package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates Namespaces, Nodes, ControllerRevisions and ReplicationControllers, except for their Pod templates. */
final class CoreRules extends FieldChecks {

    /** What needs no domain in front. */
    private static final List<String> FINALIZERS = List.of("foregroundDeletion", "kubernetes", "orphan");

    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private static final FieldPath DATA = new FieldPath("data");

    private CoreRules() {}

    static List<FieldError> namespace(JsonNode namespace) {
        CoreRules rules = new CoreRules();
        FieldPath place = new FieldPath("spec.finalizers");
        for (JsonNode finalizer : namespace.path("spec").path("finalizers")) {
            String text = finalizer.asText();
            rules.name(place, NameForms.qualified(text), finalizer);
            if (!text.contains("/") && !FINALIZERS.contains(text)) {
                rules.invalid(place, finalizer, "name is neither a standard finalizer name nor is it fully qualified");
            }
        }
        return rules.errors;
    }

    static List<FieldError> namespaceStatus(JsonNode namespace) {
        CoreRules rules = new CoreRules();
        boolean deleted = namespace.path("metadata").hasNonNull("deletionTimestamp");
        JsonNode phase = namespace.path("status").path("phase");
        if (!phase.asText().equals(deleted ? "Terminating" : "Active")) {
            rules.invalid(new FieldPath("status.Phase"), phase, "does not fit the `deletionTimestamp`");
        }
        return rules.errors;
    }

    static List<FieldError> node(JsonNode node) {
        CoreRules rules = new CoreRules();
        rules.taints(node.path("spec").path("taints"));
        rules.ranges(node.path("spec").path("podCIDRs"));
        return rules.errors;
    }

    private void ranges(JsonNode ranges) {
        FieldPath place = new FieldPath("spec.podCIDRs");
        Set<Integer> lengths = new HashSet<>();
        boolean twice = false;
        for (int i = 0; i < ranges.size(); i++) {
            twice |= range(place.index(i), ranges.get(i))
                    .filter(range -> !lengths.add(range.address().getAddress().length))
                    .isPresent();
        }
        if (twice) {
            invalid(place, ranges, "may specify no more than one CIDR for each IP family");
        }
    }

    /** In errors they are in the metadata, as a real server says. */
    private void taints(JsonNode taints) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < taints.size(); i++) {
            JsonNode taint = taints.get(i);
            FieldPath place = new FieldPath("metadata.taints").index(i);
            name(place.field("key"), NameForms.qualified(text(taint, "key")), taint.path("key"));
            name(place.field("value"), NameForms.labelValue(text(taint, "value")), taint.path("value"));
            if (has(taint, place, "effect")) {
                oneOf(place.field("effect"), taint.path("effect"), EFFECTS);
            }
            if (!seen.add(text(taint, "key") + "=" + text(taint, "effect"))) {
                errors.add(FieldError.duplicate(place, taint));
            }
        }
    }

    static List<FieldError> nodeChanges(JsonNode node, JsonNode before) {
        CoreRules rules = new CoreRules();
        String old = text(before.path("spec"), "providerID");
        if (!old.isEmpty() && !old.equals(text(node.path("spec"), "providerID"))) {
            rules.forbidden(
                    new FieldPath("spec.providerID"),
                    "node updates may not change providerID except from \"\" to valid");
        }
        JsonNode ranges = before.path("spec").path("podCIDRs");
        if (!ranges.isEmpty() && !ranges.equals(node.path("spec").path("podCIDRs"))) {
            rules.forbidden(
                    new FieldPath("spec.podCIDRs"), "node updates may not change podCIDR except from \"\" to valid");
        }
        return rules.errors;
    }

    static List<FieldError> revision(JsonNode revision) {
        CoreRules rules = new CoreRules();
        rules.notNegative(FieldPath.ROOT, revision, "revision");
        if (!revision.path("data").isObject()) {
            rules.required(DATA, "data must be a valid JSON object");
        }
        return rules.errors;
    }

    static List<FieldError> revisionChanges(JsonNode revision, JsonNode before) {
        CoreRules rules = new CoreRules();
        rules.notNegative(FieldPath.ROOT, revision, "revision");
        if (!JsonEquality.strict(revision.path("data"), before.path("data"))) {
            rules.invalid(DATA, revision.path("data"), "field is immutable");
        }
        return rules.errors;
    }

    static List<FieldError> replicationController(JsonNode spec) {
        CoreRules rules = new CoreRules();
        FieldPath place = new FieldPath("spec");
        rules.notNegative(place, spec, "minReadySeconds");
        rules.notNegative(place, spec, "replicas");
        JsonNode selector = spec.path("selector");
        if (selector.isEmpty()) {
            rules.required(place.field("selector"), "");
        }
        if (Json.isAbsent(spec.path("template"))) {
            rules.required(place.field("template"), "");
            return rules.errors;
        }
        JsonNode labels = spec.at("/template/metadata/labels");
        boolean matches = selector.properties().stream()
                .allMatch(label -> label.getValue().equals(labels.path(label.getKey())));
        if (!selector.isEmpty() && !matches) {
            rules.invalid(
                    new FieldPath("spec.template.metadata.labels"),
                    labels,
                    "`selector` does not match template `labels`");
        }
        JsonNode policy = spec.at("/template/spec/restartPolicy");
        rules.oneOf(new FieldPath("spec.template.spec.restartPolicy"), policy, List.of("Always"));
        return rules.errors;
    }
}
